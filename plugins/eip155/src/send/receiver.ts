import type { Context, ReceiverIssue, ReceiverReport, SendDraft } from '@wallet-modal/kernel'
import { foreignNetwork } from '@wallet-modal/kernel/assets'
import { type Address, erc20Abi } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { parseEvmAddress } from '../address.js'
import { callIfImplemented, createNode, type EvmNode, read } from '../node.js'
import { contractOf } from './token.js'

const refuse = (code: string, text?: string): ReceiverIssue => ({
  code,
  severity: 'refuse',
  ...(text !== undefined && { text }),
})

function refuseText(text: string): ReceiverIssue {
  const digits = text.replace(/^0x/, '')
  if (/^[\da-fA-F]{40}$/.test(digits)) return refuse('wrongChecksum')
  const foreign = foreignNetwork(text, 'eip155')
  return foreign ? refuse('wrongNetwork', foreign) : refuse('invalidAddress')
}

/** Whether this is the code of a contract. `false` for an EOA with a delegation (EIP-7702), whose code starts with `0xef0100`. */
const isContract = (code: string | undefined): boolean => code !== undefined && !code.startsWith('0xef0100')

/**
 * Refuses token contracts, because tokens sent to a token contract are lost. Only warns about other contracts, because some of them can receive
 * payments.
 */
async function inspectCode(
  { client }: EvmNode,
  address: Address,
  token: SendDraft['token'],
): Promise<readonly ReceiverIssue[]> {
  if (contractOf(token)?.contract === address) return [refuse('tokenContract')]
  const [code, decimals] = await Promise.all([
    read(getCode(client, { address })),
    callIfImplemented(readContract(client, { address, abi: erc20Abi, functionName: 'decimals' })),
  ])
  if (!isContract(code)) return []
  return [decimals !== undefined ? refuse('tokenContract') : { code: 'contract', severity: 'warn' }]
}

/** See `SendHandler.inspectReceiver`. */
export async function inspectReceiver(
  ctx: Pick<Context, 'api'>,
  text: string,
  { connection, network, token }: Pick<SendDraft, 'connection' | 'network' | 'token'>,
  signal: AbortSignal,
): Promise<ReceiverReport> {
  let address: Address
  try {
    address = parseEvmAddress(text)
  } catch {
    return { address: undefined, issues: [refuseText(text)] } // more precise than the parser's error
  }
  if (BigInt(address) === 0n) return { address, issues: [refuse('zeroAddress')] }
  const isOwn = connection.accounts.some((one) => one.address === address)
  return {
    address,
    issues: [
      ...(isOwn ? [{ code: 'ownAddress', severity: 'warn' } as const] : []),
      ...(await inspectCode(createNode(ctx, network.caipNetworkId, signal), address, token)),
    ],
  }
}
