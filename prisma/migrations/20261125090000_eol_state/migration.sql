-- How near an end is, as `stateOf` of src/domain/eol/proximity.ts says it: for lists that count and filter by it.
-- One expression without a search path of its own and not STRICT, so that the planner writes it into the statement.
CREATE FUNCTION eol_state(eol_on date, today date) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN eol_on IS NULL THEN 'unknown'
  WHEN eol_on <= today THEN 'ended'
  WHEN eol_on <= (today + interval '6 months')::date THEN 'soon'
  WHEN eol_on <= (today + interval '12 months')::date THEN 'next'
  ELSE 'later'
END;
