export { get, post } from './http.js'
export { rpcRead, rpcWrite } from './rpc.js'
