export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@/server/listener/one-click-routes';
