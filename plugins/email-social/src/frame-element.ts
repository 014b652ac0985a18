import {
  type Context,
  lazyOnce,
  type PersistentElement,
  persistentElements,
  type Signal,
  signal,
} from '@wallet-modal/kernel'
import { FRAME } from './contract.js'
import { type FrameChannel, openFrameChannel } from './frame-channel.js'

/**
 * Returns a function that loads the embedded wallet's frame on the first call, and again after a failure. Rejects with `NOT_LOADED` like
 * `openFrameChannel`.
 */
export function createFrameLoader(ctx: Context, origin: string): () => Promise<FrameChannel> {
  const item: Signal<PersistentElement | null> = signal(null)
  ctx.add(persistentElements, item)

  return lazyOnce(async () => {
    const stop = new AbortController()
    const end = (): void => stop.abort()
    ctx.abortSignal.addEventListener('abort', end)
    try {
      return await new Promise<FrameChannel>((resolve, reject) => {
        item.value = {
          id: FRAME,
          create() {
            const frame = makeFrame(origin, ctx.site.projectId)
            openFrameChannel(frame, origin, stop.signal).then(resolve, reject)
            return frame
          },
        }
      })
    } catch (error) {
      end()
      item.value = null
      throw error
    }
  })
}

function makeFrame(origin: string, projectId: string | undefined): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({ version: '4', ...(projectId !== undefined && { projectId }) })
  frame.id = 'w3m-iframe'
  frame.name = 'w3m-secure-iframe'
  frame.title = 'Wallet'
  // `allow-same-origin` gives the frame access to its storage. The two popup flags let it open the approval window, which is not sandboxed.
  // The frame cannot navigate the page (no `allow-top-navigation`) and cannot submit forms (no `allow-forms`).
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  frame.allow = 'clipboard-write; publickey-credentials-create; publickey-credentials-get'
  frame.referrerPolicy = 'no-referrer'
  frame.style.border = '0'
  frame.style.colorScheme = 'normal'
  frame.style.zIndex = '999999'
  frame.src = `${origin}/sdk?${query}`
  return frame
}
