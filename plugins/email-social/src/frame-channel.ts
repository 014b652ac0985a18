import { ABORTED, EmailWalletError, LOAD_FAILED, toError } from './errors.js'
import {
  type FrameReply,
  HELLO,
  type MessageName,
  parseReply,
  READY,
  type ReplyPayload,
  type RequestPayload,
  replyId,
} from './frame-messages.js'

/** Connection of the page to the embedded wallet's frame. */
export interface FrameChannel {
  /** Sends a request. Without `timeoutMs`, waits as long as the frame exists. Rejects with {@link EmailWalletError}. */
  request<Name extends MessageName>(
    name: Name,
    payload: RequestPayload<Name>,
    timeoutMs?: number,
  ): Promise<ReplyPayload<Name>>
}

/** Time limit for the frame to load and report that it is ready. */
const READY_MS = 20_000

/**
 * Opens a MessageChannel to a frame that is about to load. The browser transfers the port only if the frame's document has the origin `origin`.
 * Accepts replies on the channel only: `message` events of the window are ignored. Each load of the frame opens a new channel and rejects the pending
 * requests of the previous channel. Rejects with the code `NOT_LOADED` if the frame does not report that it is ready within 20 seconds. When `signal`
 * is aborted, closes the channel and rejects its requests; if the frame was not ready yet, the returned promise stays pending.
 */
export function openFrameChannel(frame: HTMLIFrameElement, origin: string, signal: AbortSignal): Promise<FrameChannel> {
  const pendingRequests = new Map<string, (data: unknown) => void>()
  let port: MessagePort | undefined

  const end = (): void => {
    port?.close()
    port = undefined
    for (const answer of pendingRequests.values()) answer(undefined)
    pendingRequests.clear()
  }
  const request: FrameChannel['request'] = (name, payload, timeoutMs) =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID()
      const settle = (reply: FrameReply<typeof name> | undefined): void => {
        clearTimeout(timer)
        pendingRequests.delete(id)
        if (reply?.ok) resolve(reply.payload)
        else reject(reply ? toError(reply.failure) : new EmailWalletError(-32_603, ABORTED))
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(settle, timeoutMs, undefined)
      pendingRequests.set(id, (data) => settle(parseReply(name, data)))
      if (port) port.postMessage({ type: `@w3m-app/${name}`, id, payload })
      else settle(undefined)
    })

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EmailWalletError('NOT_LOADED', LOAD_FAILED)), READY_MS)
    const shakeHands = (): void => {
      end()
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = ({ data }) => {
        if (Reflect.get(Object(data), 'type') === READY) {
          clearTimeout(timer)
          resolve({ request })
          return
        }
        const id = replyId(data)
        const answer = id === undefined ? undefined : pendingRequests.get(id)
        answer?.(data) // an unknown or repeated id is ignored
      }
      frame.contentWindow?.postMessage({ type: HELLO }, origin, [channel.port2])
    }
    frame.addEventListener('load', shakeHands)
    signal.addEventListener('abort', () => {
      frame.removeEventListener('load', shakeHands)
      clearTimeout(timer)
      end()
    })
  })
}
