export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@/server/listener/next-routes';
