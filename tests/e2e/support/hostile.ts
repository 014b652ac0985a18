import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Frame } from 'playwright-core'

/** Name of every message of the frame's protocol, read from the source of its schema. */
export const names: readonly string[] = [
  ...readFileSync(new URL('../../../plugins/email-social/src/frame-messages.ts', import.meta.url), 'utf8').matchAll(
    /requestOf\('(\w+)'\)/g,
  ),
].map(([, name = '']) => name)

/** Payload with valid fields for every message, so that only the sender is wrong. */
export const payload = {
  ...{
    metadata: { name: 'Evil', url: 'https://evil.example' },
    themeMode: 'dark',
    locale: 'ar',
    email: 'evil@evil.example',
  },
  ...{ otp: '000000', provider: 'google', attempt: 'a'.repeat(64), returnUrl: 'https://evil.example', uri: 'evil' },
  ...{ method: 'personal_sign', params: ['0x00', `0x${'0'.repeat(40)}`], chainId: 31337, type: 'eoa', calls: [] },
}

interface Target {
  /** Origin of the wallet's frame. */
  readonly origin: string
  /** Index of the frame in the page's `frames`. Default: the modal's frame, which only documents of the page's origin can find. */
  readonly at?: number
}

/**
 * Sends every message to the frame: without a port, with a port, and through the port of a handshake. Also sends forged replies of the frame to the
 * page. The sender is the document in which this function runs. It finds the page as `window.walletPage`, as its opener, or as its topmost ancestor.
 * Resolves with everything that the frame replied.
 */
export const forge = (sender: Frame, { origin, at }: Target): Promise<readonly unknown[]> =>
  sender.evaluate(
    async ({ names, origin, at, payload }) => {
      const page: Window = Reflect.get(window, 'walletPage') ?? window.opener ?? window.top
      const modal = at === undefined ? page.document.querySelector('[data-wallet-modal]') : null
      const target = at === undefined ? modal?.shadowRoot?.querySelector('iframe')?.contentWindow : page.frames[at]
      if (!target) throw new Error('There is no frame.')
      const heard: unknown[] = []
      window.addEventListener('message', (event) => event.origin === origin && heard.push(event.data))
      const hear = (port: MessagePort): MessagePort => {
        port.onmessage = ({ data }) => heard.push(data)
        return port
      }
      const [hello, other] = [new MessageChannel(), { type: '@w3m-app/HELLO' }]
      target.postMessage(other, origin, [hello.port2])
      for (const name of names) {
        const message = { type: `@w3m-app/${name}`, id: `forged-${name}`, payload }
        const { port1, port2 } = new MessageChannel()
        target.postMessage(message, origin)
        target.postMessage(message, origin, [port2])
        hear(port1).postMessage(message)
        hear(hello.port1).postMessage(message)
        for (const kind of ['SUCCESS', 'ERROR'])
          page.postMessage({ type: `@w3m-frame/${name}_${kind}`, id: 'forged', payload: { message: 'evil' } }, '*')
      }
      await new Promise((resolve) => setTimeout(resolve, 700))
      return heard
    },
    { names, origin, at, payload },
  )
/**
 * Serves one hostile page on loopback, without a Content Security Policy. Chromium does not let pages that Playwright fulfils embed loopback
 * addresses.
 */
export async function serveHtml(
  html: string,
  host: '127.0.0.1' | '127.0.0.2' = '127.0.0.1',
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(html))
  await once(server.listen(0, host), 'listening')
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() }
}
