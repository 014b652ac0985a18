import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

export interface ServedApp {
  readonly url: string
  close(): Promise<void>
}

/** Serves an app on a free loopback port. */
export async function serveHono(make: (url: string) => Hono): Promise<ServedApp> {
  let app: Hono | undefined
  const server = createServer(getRequestListener((request, env) => app?.fetch(request, env) ?? new Response()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = make(url)
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
