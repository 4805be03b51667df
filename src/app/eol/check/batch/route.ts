export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@/server/rest/next-routes';
