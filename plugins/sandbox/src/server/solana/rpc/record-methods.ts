import type { SolanaModules } from '../litesvm.js'
import type { SolanaChain } from '../solana-chain.js'
import { readMessage } from '../solana-message.js'
import type { SolanaRecord, TokenBalance } from '../solana-record.js'
import { uiAmount } from './token-methods.js'

interface SignatureRange {
  readonly limit?: number | undefined
  readonly before?: string | undefined
  readonly until?: string | undefined
}

/**
 * Result of `getSignaturesForAddress`, newest first. As on a real node, the result contains only transactions that list `address` itself. A transfer
 * to a token account is therefore missing in the result for the owner's address.
 */
export function signaturesOf(chain: SolanaChain, address: string, { limit = 1_000, before, until }: SignatureRange) {
  const newest = chain.records
    .ofAccount(address)
    .filter(({ keys }) => keys.includes(address))
    .reverse()
  const start = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1
  const end = until === undefined ? -1 : newest.findIndex(({ signature }) => signature === until)
  const range = before !== undefined && start === 0 ? [] : newest.slice(start, end < 0 ? undefined : end)
  return range.slice(0, limit).map(({ signature, slot, err, blockTime }) => ({
    ...{ signature, slot, err, blockTime },
    ...{ memo: null, confirmationStatus: 'finalized' },
  }))
}

/** Result of `getTransaction`; `null` for unknown transactions and for airdrops. */
export function transactionOf(
  { chain, kit }: { readonly chain: SolanaChain; readonly kit: SolanaModules['kit'] },
  signature: string,
  encoding: 'json' | 'base58' | 'base64',
): object | null {
  const record = chain.records.of(signature)
  if (!record || record.bytes.length === 0) return null
  const { bytes, slot, blockTime } = record
  const transaction = kit.getTransactionDecoder().decode(bytes)
  const message = readMessage(kit, transaction.messageBytes, (address) => dataOf(chain, address))
  const base58 = kit.getBase58Decoder()
  const asJson = () => ({
    signatures: Object.values(transaction.signatures).map((one) => (one ? base58.decode(one) : '')),
    message: {
      ...{ accountKeys: message.staticKeys, header: message.header, recentBlockhash: message.blockhash },
      instructions: message.instructions.map(({ program, accounts, data }) => ({
        ...{ programIdIndex: record.keys.indexOf(program), accounts, data: base58.decode(data), stackHeight: 1 },
      })),
      ...(message.version === 0 && { addressTableLookups: message.addressTableLookups }),
    },
  })
  const inText = () => [encoding === 'base58' ? base58.decode(bytes) : Buffer.from(bytes).toString('base64'), encoding]
  return {
    ...{ slot, blockTime, version: message.version, meta: metaOf(record) },
    transaction: encoding === 'json' ? asJson() : inText(),
  }
}

function metaOf({ err, fee, before, after, logs, loadedAddresses, unitsConsumed }: SolanaRecord): object {
  const tokens = (list: readonly TokenBalance[]) =>
    list.map(({ accountIndex, mint, owner, program, amount, decimals }) => ({
      ...{ accountIndex, mint, owner, programId: program, uiTokenAmount: uiAmount(amount, decimals) },
    }))
  return {
    ...{ err, status: err === null ? { Ok: null } : { Err: err }, fee },
    ...{ preBalances: before.lamports, postBalances: after.lamports },
    ...{ preTokenBalances: tokens(before.tokens), postTokenBalances: tokens(after.tokens) },
    ...{ innerInstructions: [], logMessages: logs, loadedAddresses, rewards: [] },
    computeUnitsConsumed: unitsConsumed,
  }
}

const dataOf = (chain: SolanaChain, address: string): Uint8Array | undefined => {
  const account = chain.account(address)
  return account ? new Uint8Array(account.data) : undefined
}
