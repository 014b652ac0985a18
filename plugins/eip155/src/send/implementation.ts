import { findLimit } from './limit.js'
import { prepareSend } from './prepare.js'
import { inspectReceiver } from './receiver.js'

/** Functions of the send handler, in one module: bundlers put them into one chunk, because a form needs all of them. */
export const implementation = { findLimit, inspectReceiver, prepareSend }
