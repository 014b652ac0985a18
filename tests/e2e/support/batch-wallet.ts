import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { type Address, encodeFunctionData, type Hex, hexToBigInt, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { repository } from '../../setup/workspaces.mjs'
import { keys } from './ens-chain.js'
import { chainAt } from './send-page.js'
import type { OpenPlan } from './stage.js'

const codes: Readonly<Record<string, Hex>> = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/swap-contracts.json'), 'utf8'),
)
const batchAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

/** Delegates the account of a key to `BatchAccount` (EIP-7702), so that it can send batches. */
export async function delegate(sandboxUrl: string, key: Hex): Promise<void> {
  const client = chainAt(sandboxUrl)
  const payer = privateKeyToAccount(keys.registrar)
  const bytecode = codes.BatchAccount ?? '0x'
  const made = await client.deployContract({ account: payer, abi: [], bytecode })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: made })
  if (!contractAddress) throw new Error('BatchAccount was not deployed.')
  const account = privateKeyToAccount(key)
  const authorization = await client.signAuthorization({ account, contractAddress })
  const hash = await client.sendTransaction({
    ...{ account: payer, to: account.address, authorizationList: [authorization] },
  })
  await client.waitForTransactionReceipt({ hash })
  const code = await client.getCode({ address: account.address })
  if (code?.toLowerCase() !== `0xef0100${contractAddress.slice(2).toLowerCase()}`)
    throw new Error('The account does not delegate.')
}

interface RpcCall {
  readonly to: Address
  readonly value: Hex
  readonly data: Hex
}

const encodeBatch = (calls: readonly RpcCall[]): Hex =>
  encodeFunctionData({
    abi: batchAbi,
    functionName: 'execute',
    args: [calls.map(({ to, value, data }) => ({ to, data, value: hexToBigInt(value) }))],
  })

/** Adds atomic batches to the wallet (EIP-5792): its account sends the calls to itself in one transaction. */
function addBatches(): void {
  addEventListener(
    'eip6963:announceProvider',
    (event) => {
      const { provider } = Reflect.get(event, 'detail')
      if (provider.isWrapped) return
      const ask = provider.request.bind(provider)
      provider.isWrapped = true
      provider.request = async (given: { readonly method: string; readonly params?: readonly unknown[] }) => {
        const { from, calls, atomicRequired } = Object(given.params?.[0])
        if (given.method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
        if (given.method === 'wallet_getCallsStatus')
          return { status: 200, receipts: [{ transactionHash: given.params?.[0] }] }
        if (given.method !== 'wallet_sendCalls') return ask(given)
        Reflect.set(window, 'batch', { count: calls.length, atomicRequired })
        const data = await Reflect.get(window, 'encodeBatch')(calls)
        return { id: await ask({ method: 'eth_sendTransaction', params: [{ from, to: from, data }] }) }
      }
    },
    { capture: true },
  )
}

export const withBatches: OpenPlan = {
  async prepare(context: BrowserContext) {
    await context.exposeFunction('encodeBatch', encodeBatch)
    await context.addInitScript(addBatches)
  },
}
