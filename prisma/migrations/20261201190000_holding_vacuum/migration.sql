-- Lists read what holds software from an index alone, which works for rows that a vacuum has seen. Counts of many rows
-- change at once when uploads are added up: at the usual fifth of a table, 10,000 images wait for hours, and the forecast
-- took twice as long meanwhile.
ALTER TABLE "project_holding" SET (autovacuum_vacuum_scale_factor = 0.02);
