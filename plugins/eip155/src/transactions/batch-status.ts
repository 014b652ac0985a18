import type { Context, TracedStatus, TransactionDriver, TransactionStatus } from '@wallet-modal/kernel'
import { createNode } from '../node.js'
import { isHash } from './send-transaction.js'
import { type Nonces, readStatus } from './status.js'
import type { RequestWallet, WalletAccess } from './wallet-access.js'

/** Time limit for `wallet_getCallsStatus`, in milliseconds. The status is requested again later. */
export const BATCH_STATUS_MS = 10_000

/** Status of a batch by the first digit of the wallet's three-digit status code (EIP-5792), such as 2 for 200. */
const statuses: Readonly<Record<number, TransactionStatus>> = {
  1: 'pending',
  2: 'confirmed',
  4: 'failed', // not included onchain, and the wallet will not retry
  5: 'failed', // completely reverted
  6: 'partlyFailed',
}

/** Status codes of the first version of EIP-5792. */
const oldCodes: Readonly<Record<string, number>> = { PENDING: 100, CONFIRMED: 200 }

/**
 * Parses a reply to `wallet_getCallsStatus`. `unknown` for an invalid reply. In a confirmed batch, a receipt with the status 0x0 means that the calls
 * failed. In a pending batch it does not: a Safe returns such receipts before execution.
 */
export function parseBatchStatus(reply: unknown): TracedStatus {
  const { status: code, receipts }: { readonly status?: unknown; readonly receipts?: unknown } = Object(reply)
  const number = typeof code === 'string' ? oldCodes[code] : code
  const status = typeof number === 'number' ? statuses[Math.floor(number / 100)] : undefined
  if (status === undefined || status === 'pending') return { status: status ?? 'unknown' }
  const receipt: { readonly transactionHash?: unknown; readonly status?: unknown } = Object(
    Array.isArray(receipts) ? receipts.at(-1) : undefined,
  )
  const hash = isHash(receipt.transactionHash) ? receipt.transactionHash.toLowerCase() : undefined
  const isReverted = status === 'confirmed' && receipt.status === '0x0'
  return { status: isReverted ? 'failed' : status, ...(hash !== undefined && { hash }) }
}

/**
 * Requests the status of a batch from one wallet after the other, until a wallet returns a status. `unknown` if none does so in time. Never rejects.
 */
export async function readBatchStatus(wallets: readonly RequestWallet[], batchId: string): Promise<TracedStatus> {
  for (const requestWallet of wallets) {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, BATCH_STATUS_MS, undefined))
    const reply = requestWallet('wallet_getCallsStatus', [batchId]).catch(() => undefined) // another wallet may know the batch
    const progress = parseBatchStatus(await Promise.race([reply, late]))
    if (progress.status !== 'unknown') return progress
  }
  return { status: 'unknown' }
}

/**
 * Returns a function that reads the status of a batch from the connected wallets of its account. `trace` is the batch id. If a wallet reports a
 * confirmed transaction, the function also reads the transaction's status from the chain, because the page's nodes may not have the transaction yet.
 */
export function createBatchStatus(
  ctx: Pick<Context, 'api' | 'connections'>,
  wallets: WalletAccess,
  nonces: Nonces,
): NonNullable<TransactionDriver['statusByTrace']> {
  return async ({ trace = '', ...sent }, signal) => {
    const owners = ctx.connections.all
      .peek()
      .filter(
        ({ namespace, accounts }) => namespace === 'eip155' && accounts.some(({ address }) => address === sent.address),
      )
    const ownWallets = owners.flatMap(({ provider }) => wallets.of(provider) ?? [])
    const batch = await readBatchStatus(ownWallets, trace)
    const { hash } = batch
    if (hash === undefined || batch.status !== 'confirmed') return batch
    const onChain = readStatus({ ...sent, hash }, createNode(ctx, sent.caipNetworkId, signal), nonces)
    return { hash, status: await onChain.catch(() => 'unknown' as const) } // the caller reads the status again, by the hash
  }
}
