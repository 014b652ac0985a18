/// <reference types="node" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { fetchRead, fetchWrite } from './fetch.js'

test.each([
  ['read', fetchRead, 404],
  ['write', fetchWrite, 404],
  ['write', fetchWrite, 500],
] as const)(
  'B1: a %s that fails with an HTTP error closes its connection before the reply ends',
  async (_, ask, status) => {
    let open = 0
    const server = createServer((request, response) => {
      open++
      request.socket.once('close', () => open--)
      response.writeHead(status).write('a reply without end')
    })
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
    try {
      const { port } = server.address() as AddressInfo
      await expect(ask(`http://127.0.0.1:${port}/`, {}, new AbortController().signal)).rejects.toMatchObject({
        code: 'HTTP_STATUS',
        status,
      })
      await vi.waitFor(() => expect(open).toBe(0))
    } finally {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    }
  },
)
