import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP reply. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
}

export interface JsonServer {
  readonly url: string
  /** Path and query of every request since the test last emptied the list, in order. */
  readonly asked: string[]
  /** While set, the reply to every request. */
  fault: Answer | undefined
  /** While set, its result is the reply to requests for a path, unless the result is `undefined`. */
  faultOf: ((path: string) => Answer | undefined) | undefined
  close(): Promise<void>
}

/** Serves JSON on loopback to pages of any origin, like public APIs. Replies with 404 if `answer` resolves with `undefined`. */
export async function serveJson(
  answer: (url: URL, request: { readonly method: string; readonly body: string }) => Promise<Answer | undefined>,
): Promise<JsonServer> {
  const asked: string[] = []
  const overrides: Pick<JsonServer, 'fault' | 'faultOf'> = { fault: undefined, faultOf: undefined }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(url.pathname + url.search)
    let body = ''
    for await (const part of request) body += part
    const failed = (error: unknown): Answer => ({ status: 500, json: { message: String(error) } })
    const answered =
      overrides.fault ??
      overrides.faultOf?.(url.pathname) ??
      (await answer(url, { method: request.method ?? 'GET', body }).catch(failed))
    const { status = 200, headers = {}, json, text } = answered ?? { status: 404, json: { message: 'Not found' } }
    response.writeHead(status, {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      'content-type': text === undefined ? 'application/json' : 'text/plain',
      ...headers,
    })
    response.end(text ?? JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    get fault() {
      return overrides.fault
    },
    set fault(next) {
      overrides.fault = next
    },
    get faultOf() {
      return overrides.faultOf
    },
    set faultOf(next) {
      overrides.faultOf = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
