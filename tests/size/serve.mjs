import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

/** @type {Readonly<Record<string, string>>} */
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/**
 * Serves a built page on a free port of 127.0.0.1, with gzip, like common hosts.
 * @param {string} folder @returns {Promise<{ url: string, stop: () => void }>}
 */
export function serve(folder) {
  /** @type {Map<string, Buffer>} */
  const known = new Map()
  const compressed = (/** @type {string} */ file) => {
    const bytes = known.get(file) ?? gzipSync(readFileSync(file), { level: 9 })
    known.set(file, bytes)
    return bytes
  }
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
      })
      .end(compressed(file))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const stop = () => {
        server.closeAllConnections()
        server.close()
      }
      resolve({ url: `http://127.0.0.1:${port}/`, stop })
    })
  })
}
