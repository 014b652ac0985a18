import { invalid, type RequestError } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { EngineProcess } from '../engines/lifecycle.js'
import { createQueue } from '../engines/queue.js'
import { type BitcoindOptions, startBitcoind } from './bitcoind-process.js'
import { bitcoinDevelopmentAccounts } from './development-accounts.js'
import { mine, mineGenesis, pay, toSatoshis } from './faucet.js'
import { createPageRpc } from './page-rpc.js'

/** Running node with a funded chain. */
export interface BitcoinNode extends EngineProcess {
  request(body: string, abortSignal?: AbortSignal): Promise<string>
  /** Confirmed balance in satoshis. */
  balance(address: string): Promise<bigint>
  /**
   * Raises the balance of an address to `amountBase` satoshis. Rejects with `INVALID_REQUEST` if the balance is higher, or if the faucet's balance is
   * too low.
   */
  raise(address: string, amountBase: bigint): Promise<void>
  /** `true` stops mining, so that transactions stay in the mempool; `false` mines a block and resumes mining. */
  holdBlocks(hold: boolean): Promise<void>
}

const blockTimeMs = 1_000
const totalSchema = v.object({ success: v.literal(true), total_amount: v.number() })

/** Starts a node and mines its first blocks. The node then mines a block about one second after a page has sent a transaction. */
export async function startBitcoinNode(options: BitcoindOptions): Promise<BitcoinNode> {
  const node = await startBitcoind(options)
  await mineGenesis(node, bitcoinDevelopmentAccounts).catch(async (error: unknown) => {
    await node.kill()
    throw error
  })
  const { processId, ended, kill } = node
  const queueScan = createQueue()
  let timer: NodeJS.Timeout | undefined
  let isMiningStopped = false
  void ended.then(() => clearTimeout(timer))
  const mineSoon = (): void => {
    if (isMiningStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      mine(node, 1).catch(() => undefined) // fails only if the node has ended; `ended` then reports the reason
    }, blockTimeMs)
  }
  const queuePayment = createQueue()
  const balance = (address: string): Promise<bigint> =>
    queueScan(async () => {
      const { total_amount } = await node.call(totalSchema, 'scantxoutset', 'start', [`addr(${address})`])
      return toSatoshis(total_amount)
    })
  return {
    ...{ processId, ended, kill },
    request: createPageRpc(node, { queueScan, onSent: mineSoon }),
    balance,
    async holdBlocks(hold) {
      isMiningStopped = hold
      clearTimeout(timer)
      timer = undefined
      if (!hold) await mine(node, 1)
    },
    raise: (address, amountBase) =>
      queuePayment(async () => {
        const available = await balance(address)
        if (amountBase < available) throw cannotLower(address, available)
        if (amountBase > available) await queueScan(() => pay(node, address, amountBase - available))
      }),
  }
}

const cannotLower = (address: string, available: bigint): RequestError =>
  invalid(
    `The balance of ${address} is ${available} satoshis and cannot be lowered: only its owner's signature moves coins on a Bitcoin chain. Use a new address, or POST {} to /sandbox/reset for a fresh chain.`,
  )
