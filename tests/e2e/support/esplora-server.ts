import { type JsonServer, serveJson } from './json-server.js'

/** Calls a Bitcoin Core node. */
export type AskNode = (method: string, ...params: readonly unknown[]) => Promise<unknown>

interface CoreOutput {
  readonly value: number
  readonly n: number
  readonly scriptPubKey: {
    readonly hex: string
    readonly asm: string
    readonly type: string
    readonly address?: string
  }
}
interface CoreTransaction {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly size: number
  readonly weight: number
  readonly hex: string
  readonly vin: readonly {
    readonly coinbase?: string
    readonly txid?: string
    readonly vout?: number
    readonly sequence: number
    readonly scriptSig?: { readonly hex: string; readonly asm: string }
    readonly prevout?: CoreOutput
  }[]
  readonly vout: readonly CoreOutput[]
}
interface CoreBlock {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly tx: readonly CoreTransaction[]
}

const satoshis = (value: number): number => Math.round(value * 1e8)
const toVout = ({ value, scriptPubKey: { hex, asm, type, address } }: CoreOutput) => ({
  ...{ scriptpubkey: hex, scriptpubkey_asm: asm, scriptpubkey_type: type },
  ...(address !== undefined && { scriptpubkey_address: address }),
  value: satoshis(value),
})
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)

function toTx(one: CoreTransaction, block?: CoreBlock) {
  const vin = one.vin.map(({ coinbase, txid, vout, sequence, scriptSig, prevout }) => ({
    txid: txid ?? '0'.repeat(64),
    vout: vout ?? 0xffffffff,
    prevout: prevout ? toVout(prevout) : null,
    ...{ scriptsig: scriptSig?.hex ?? coinbase ?? '', scriptsig_asm: scriptSig?.asm ?? '' },
    ...{ is_coinbase: coinbase !== undefined, sequence },
  }))
  const vout = one.vout.map(toVout)
  const isCoinbase = vin.some(({ is_coinbase }) => is_coinbase)
  const spent = sum(vin.map(({ prevout }) => prevout?.value ?? 0))
  return {
    ...{ txid: one.txid, version: one.version, locktime: one.locktime, size: one.size, weight: one.weight },
    ...{ vin, vout, fee: isCoinbase ? 0 : spent - sum(vout.map(({ value }) => value)) },
    status: block
      ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
      : { confirmed: false },
  }
}
type Tx = ReturnType<typeof toTx>

/** Adds the previous outputs to mempool transactions. Esplora includes these outputs, but the node omits them. */
function withPrevouts(unmined: readonly Tx[], mined: readonly Tx[]): readonly Tx[] {
  const byId = new Map([...mined, ...unmined].map((one) => [one.txid, one]))
  const withOutputs = unmined.map((one) => {
    const vin = one.vin.map((input) => ({ ...input, prevout: byId.get(input.txid)?.vout[input.vout] ?? null }))
    const spent = sum(vin.map(({ prevout }) => prevout?.value ?? 0))
    return { ...one, vin, fee: spent - sum(one.vout.map(({ value }) => value)) }
  })
  return [...withOutputs, ...mined]
}

/** Reads all transactions of a node's chain and mempool, newest first. */
function createChain(ask: AskNode) {
  const blocks = new Map<string, CoreBlock>()
  const raw = new Map<string, string>()
  let last: { readonly state: string; readonly all: readonly Tx[] } | undefined
  const blockAt = async (height: number): Promise<CoreBlock> => {
    const hash = String(await ask('getblockhash', height))
    const block = blocks.get(hash) ?? ((await ask('getblock', hash, 3)) as CoreBlock)
    blocks.set(hash, block)
    return block
  }
  const keep = (one: CoreTransaction, block?: CoreBlock): Tx => {
    raw.set(one.txid, one.hex)
    return toTx(one, block)
  }
  return {
    raw,
    tip: async () => Number(await ask('getblockcount')),
    async all(): Promise<readonly Tx[]> {
      const waiting = (await ask('getrawmempool')) as readonly string[]
      const tip = Number(await ask('getblockcount'))
      const state = [await ask('getblockhash', tip), ...waiting].join()
      if (last?.state === state) return last.all
      const found: Tx[] = []
      for (let height = tip; height > 0; height--) {
        const block = await blockAt(height)
        found.push(...block.tx.map((one) => keep(one, block)))
      }
      const unmined: Tx[] = []
      for (const txid of waiting) unmined.push(keep((await ask('getrawtransaction', txid, 2)) as CoreTransaction))
      const all = withPrevouts(unmined, found)
      last = { state, all }
      return all
    },
  }
}

/** Confirmed transactions per page. */
const PAGE = 25

const statsOf = (own: string, all: readonly Tx[]) => {
  const funded = all.flatMap(({ vout }) => vout.filter((one) => one.scriptpubkey_address === own))
  const spent = all.flatMap(({ vin }) => vin.filter(({ prevout }) => prevout?.scriptpubkey_address === own))
  return {
    ...{ funded_txo_count: funded.length, funded_txo_sum: sum(funded.map(({ value }) => value)) },
    ...{ spent_txo_count: spent.length, spent_txo_sum: sum(spent.map(({ prevout }) => prevout?.value ?? 0)) },
    tx_count: all.length,
  }
}
const outspendOf = (all: readonly Tx[], txid: string, index: number) => {
  const spender = all.find(({ vin }) => vin.some((one) => one.txid === txid && one.vout === index))
  const at = spender?.vin.findIndex((one) => one.txid === txid && one.vout === index)
  return spender ? { spent: true, txid: spender.txid, vin: at, status: spender.status } : { spent: false }
}

function addressReply(own: string, rest: string, all: readonly Tx[]): unknown {
  const mine = all.filter(
    ({ vin, vout }) =>
      vout.some((one) => one.scriptpubkey_address === own) ||
      vin.some(({ prevout }) => prevout?.scriptpubkey_address === own),
  )
  const [confirmed, waiting] = [mine.filter((one) => one.status.confirmed), mine.filter((one) => !one.status.confirmed)]
  const after = /^\/txs\/chain\/([\da-f]{64})$/.exec(rest)?.[1]
  if (after !== undefined) {
    const from = confirmed.findIndex(({ txid }) => txid === after) + 1
    return confirmed.slice(from, from + PAGE)
  }
  if (rest === '') return { address: own, chain_stats: statsOf(own, confirmed), mempool_stats: statsOf(own, waiting) }
  if (rest === '/txs') return [...waiting.slice(0, 50), ...confirmed.slice(0, PAGE)]
  if (rest !== '/utxo') return undefined
  return mine.flatMap(({ txid, vout, status }) =>
    vout.flatMap(({ scriptpubkey_address, value }, index) =>
      scriptpubkey_address === own && !outspendOf(all, txid, index).spent ? [{ txid, vout: index, status, value }] : [],
    ),
  )
}

/** Esplora's API under `/api`, over a Bitcoin Core node with a short chain. `esplora.test.ts` checks it with mempool.space's client. */
export async function serveEsplora(ask: AskNode): Promise<JsonServer> {
  const chain = createChain(ask)
  return serveJson(async ({ pathname }, { method, body }) => {
    const path = pathname.replace(/^\/api/, '')
    if (path === '/tx' && method === 'POST') {
      try {
        return { text: String(await ask('sendrawtransaction', body)) }
      } catch (error) {
        const message = String(error).replace(/^Error: sendrawtransaction: /, '')
        return { status: 400, text: `sendrawtransaction RPC error: ${JSON.stringify({ code: -26, message })}` }
      }
    }
    if (path === '/blocks/tip/height') return { text: String(await chain.tip()) }
    if (path === '/fee-estimates') return { json: { 1: 3.5, 3: 2.25, 6: 1.5, 1008: 1 } }
    const all = await chain.all()
    const [, own, rest = ''] = /^\/address\/(\w+)(\/.*)?$/.exec(path) ?? []
    if (own !== undefined) return { json: addressReply(own, rest, all) }
    const [, txid = '', kind = ''] = /^\/tx\/([\da-f]{64})(\/.*)?$/.exec(path) ?? []
    const tx = all.find((one) => one.txid === txid)
    if (!tx) return undefined
    if (kind === '/hex') return { text: chain.raw.get(txid) ?? '' }
    if (kind === '/status') return { json: tx.status }
    const index = /^\/outspend\/(\d+)$/.exec(kind)?.[1]
    return { json: index === undefined ? tx : outspendOf(all, txid, Number(index)) }
  })
}
