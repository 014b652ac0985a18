import type { ReceiverIssue, ReceiverReport, SendDraft } from '@wallet-modal/kernel'
import { type Address, erc20Abi } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { parseEvmAddress } from '../address.js'
import { type Chain, callIfImplemented, read } from '../chain.js'
import { contractOf } from './token.js'

const refuse = (code: string, text?: string): ReceiverIssue => ({
  code,
  severity: 'refuse',
  ...(text !== undefined && { text }),
})

/** Address formats of other chain families. Checksums are not verified. */
const foreignFormats: readonly (readonly [string, RegExp])[] = [
  ['Bitcoin', /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i],
  ['Tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Litecoin', /^(ltc1[02-9ac-hj-np-z]{11,87}|[LM][1-9A-HJ-NP-Za-km-z]{33})$/],
  ['Polkadot', /^[1-9A-HJ-NP-Za-km-z]{46,48}$/],
  ['Solana', /^[1-9A-HJ-NP-Za-km-z]{36,44}$/], // shorter ones have the length of addresses of many other chains
]

function refuseText(text: string): ReceiverIssue {
  const digits = text.replace(/^0x/, '')
  if (/^[\da-fA-F]{40}$/.test(digits)) return refuse('wrongChecksum')
  const family = foreignFormats.find(([, pattern]) => pattern.test(text))
  return family ? refuse('wrongNetwork', family[0]) : refuse('invalidAddress')
}

/** Whether this is the code of a contract. `false` for an EOA with a delegation (EIP-7702), whose code starts with `0xef0100`. */
const isContract = (code: string | undefined): boolean => code !== undefined && !code.startsWith('0xef0100')

/**
 * Refuses token contracts, because tokens sent to a token contract are lost. Only warns about other contracts, because some of them can receive
 * payments.
 */
async function inspectCode(
  { client }: Chain,
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
  text: string,
  { connection, token }: Pick<SendDraft, 'connection' | 'token'>,
  chain: Chain,
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
      ...(await inspectCode(chain, address, token)),
    ],
  }
}
