import { createServer } from 'node:http'
import { TypeRegistry } from '@polkadot/types'
import { blake2AsHex, decodeAddress, xxhashAsHex } from '@polkadot/util-crypto'

const plain = (hex: string): string => hex.slice(2)

/** Where a chain keeps an account, by the libraries of the ecosystem. */
function storageKey(address: string): string {
  const id = decodeAddress(address)
  const pallet = plain(xxhashAsHex('System', 128)) + plain(xxhashAsHex('Account', 128))
  return `0x${pallet}${plain(blake2AsHex(id, 128))}${Buffer.from(id).toString('hex')}`
}

/**
 * Answers `state_getStorage` over HTTP for accounts that it is given, in SCALE as @polkadot/types encodes it. Like nodes of Substrate it
 * takes nothing but `application/json`. It is no chain: nothing can be sent to it.
 */
export async function serveAccounts(free: Readonly<Record<string, bigint>>) {
  const registry = new TypeRegistry()
  const storage = new Map(
    Object.entries(free).map(([address, amount]) => {
      const info = registry.createType('AccountInfoWithTripleRefCount', {
        nonce: 3,
        consumers: 1,
        providers: 1,
        sufficients: 2,
        data: { free: amount, reserved: 7n, miscFrozen: 11n, feeFrozen: 13n },
      })
      return [storageKey(address), info.toHex()] as const
    }),
  )
  const methods: string[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'content-type')
    if (request.method === 'OPTIONS') return response.end()
    if (request.headers['content-type'] !== 'application/json') return response.writeHead(415).end()
    let body = ''
    for await (const part of request) body += part
    const { id, method, params } = JSON.parse(body)
    methods.push(method)
    const result = method === 'state_getStorage' ? (storage.get(params[0]) ?? null) : undefined
    const error = { code: -32601, message: 'Method not found' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The node has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    methods,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
