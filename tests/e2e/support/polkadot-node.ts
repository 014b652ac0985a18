import { createServer } from 'node:http'
import { Metadata, TypeRegistry } from '@polkadot/types'
import metadataHex from '@polkadot/types-support/metadata/v15/kusama-hex'
import version from '@polkadot/types-support/metadata/v15/kusama-ver'
import { blake2AsHex, decodeAddress, xxhashAsHex } from '@polkadot/util-crypto'

const plain = (hex: string): string => hex.slice(2)

/** Storage key of an account, computed with the libraries of the ecosystem. */
function storageKey(address: string): string {
  const id = decodeAddress(address)
  const pallet = plain(xxhashAsHex('System', 128)) + plain(xxhashAsHex('Account', 128))
  return `0x${pallet}${plain(blake2AsHex(id, 128))}${Buffer.from(id).toString('hex')}`
}

/** Kusama's metadata with 64-bit instead of 128-bit balances in `AccountData`, as on some chains. */
function withSmallBalances(metadata: string): string {
  const [u128, u64] = ['18', '30'] // compact ids of types 6 and 12
  const typeName = '011c42616c616e6365' // Some("Balance")
  const named = (field: string): string =>
    Buffer.concat([Buffer.of(field.length * 4), Buffer.from(field)]).toString('hex')
  // finds the last field first, then searches backwards for the fields before it
  return ['frozen', 'reserved', 'free'].reduce(
    ({ text, from }, field) => {
      const at = text.lastIndexOf(named(field) + u128 + typeName, from)
      if (at < 0 || from - at > 1000) throw new Error(`The metadata has no field ${field}.`)
      const end = at + named(field).length
      return { text: text.slice(0, end) + u64 + text.slice(end + u128.length), from: at }
    },
    { text: metadata, from: metadata.lastIndexOf(named('frozen') + u128 + typeName) },
  ).text
}

/**
 * Returns a function that encodes `AccountInfo` with @polkadot/types. `answer` is a chain's metadata, as a reply of `Metadata_metadata_at_version`.
 */
function accountEncoder(answer: string): (free: bigint) => string {
  const registry = new TypeRegistry()
  const metadata = new Metadata(registry, `0x${answer.slice('0x01'.length + 8)}`) // `Some`, then a length of four bytes
  registry.setMetadata(metadata)
  const system = metadata.asV15.pallets.find(({ name }) => name.eq('System'))
  const account = system?.storage.unwrap().items.find(({ name }) => name.eq('Account'))
  if (!account) throw new Error('The metadata has no System.Account.')
  const type = registry.createLookupType(account.type.asMap.value)
  return (free) =>
    registry
      .createType(type, { nonce: 3, consumers: 1, providers: 1, sufficients: 2, data: { free, reserved: 7n } })
      .toHex()
}

/**
 * Two read-only nodes at `/usual` and `/small`. They reply over HTTP like a real node, in SCALE encoded by @polkadot/types. Like Substrate nodes
 * they accept `application/json` only. There is no chain behind them, so they accept no transactions.
 */
export async function serveAccounts(free: Readonly<Record<string, bigint>>) {
  const chain = (metadata: string) => {
    const encode = accountEncoder(metadata)
    return {
      metadata,
      storage: new Map(Object.entries(free).map(([address, amount]) => [storageKey(address), encode(amount)])),
      methods: [] as string[],
    }
  }
  const chains = { '/usual': chain(metadataHex), '/small': chain(withSmallBalances(metadataHex)) }
  const answer = (
    { metadata, storage }: ReturnType<typeof chain>,
    method: string,
    [first]: readonly string[],
  ): unknown => {
    const answers: Readonly<Record<string, unknown>> = {
      chain_getBlockHash: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
      rpc_methods: { methods: [] },
      Metadata_metadata_versions: '0x040f000000', // [15]
      Metadata_metadata_at_version: metadata,
      state_getRuntimeVersion: version,
      state_getStorage: storage.get(first ?? '') ?? null,
      system_chain: 'Kusama',
      system_properties: { ss58Format: 2, tokenDecimals: 12, tokenSymbol: 'KSM' },
    }
    return answers[method === 'state_call' ? (first ?? '') : method]
  }
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'content-type')
    if (request.method === 'OPTIONS') return response.end()
    const asked = chains[request.url === '/small' ? '/small' : '/usual']
    if (request.headers['content-type'] !== 'application/json') return response.writeHead(415).end()
    let body = ''
    for await (const part of request) body += part
    const reply = ({ id, method, params }: { id: number; method: string; params: readonly string[] }): object => {
      asked.methods.push(method)
      const result = answer(asked, method, params)
      const rest = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result }
      return { jsonrpc: '2.0', id, ...rest }
    }
    const calls = JSON.parse(body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(reply) : reply(calls)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The node has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    methods: { usual: chains['/usual'].methods, small: chains['/small'].methods },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
