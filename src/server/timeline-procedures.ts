import { getImageCounts } from './timeline/get-image-counts';
import { listTimeline } from './timeline/list-timeline';
import { listTopLines } from './timeline/list-top-lines';

/** Procedures of the timeline. */
export const timeline = { list: listTimeline, top: listTopLines, images: getImageCounts };
