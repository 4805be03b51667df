import type { Outputs } from '@/trpc/outputs';

/** A row of the images list. */
export type DashboardImage = Outputs['image']['listForDashboard']['items'][number];
/** All of one image. */
export type ImageDetail = Outputs['image']['get'];
/** One software cycle in an image, with its packages. */
export type ImageFinding = Outputs['image']['findings'][number];
export type ImageComponent = Outputs['image']['components']['items'][number];
export type ImageScan = Outputs['image']['scans']['items'][number];
