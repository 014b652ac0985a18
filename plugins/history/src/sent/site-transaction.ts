import { type Context, type SentTransaction, transactionSent, WalletModalError } from '@wallet-modal/kernel'
import { isSameAddress } from '@wallet-modal/kernel/assets'
import { idOf, type SentStore } from './sent.js'

/** Transaction that the site's own code has sent: see `History.add`. */
export interface SiteTransaction {
  /** CAIP-2 id of the transaction's network, one of the modal's networks. */
  readonly caipNetworkId: string
  /** Transaction hash as the wallet returned it; on Solana, the signature in base58. */
  readonly hash: string
  /** Description for visitors, such as `Mint Tile #7`: 1 to 300 characters. */
  readonly title: string
  /** Sender, one of the connected accounts. Default: the active account of the network's chain family. */
  readonly address?: string
}

const hashPatterns: ReadonlyMap<string, RegExp> = new Map([
  ['eip155', /^0x[\da-f]{64}$/i],
  ['bip122', /^[\da-f]{64}$/i],
  ['polkadot', /^0x[\da-f]{64}$/i],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{64,88}$/],
])
/** Namespaces with hexadecimal hashes. The plugins of these families write them in lower case. */
const hexHashes: ReadonlySet<string> = new Set(['eip155', 'bip122', 'polkadot'])
const isHash = (value: unknown, caipNetworkId: unknown): value is string =>
  typeof value === 'string' &&
  (hashPatterns.get(String(caipNetworkId).split(':', 1)[0] ?? '') ?? /^[A-Za-z\d]{32,128}$/).test(value)
const isTitle = (value: unknown): value is string =>
  typeof value === 'string' && value.trim().length > 0 && value.length <= 300

function checkTexts({ caipNetworkId, hash, title }: SiteTransaction): void {
  const problem = !isHash(hash, caipNetworkId)
    ? '"hash" must be a transaction hash. For an EIP-5792 batch, use a hash from the receipts of wallet_getCallsStatus, not the id of the batch.'
    : !isTitle(title) && '"title" must be a text of 1 to 300 characters.'
  if (problem)
    throw new WalletModalError('INVALID_ARGUMENT', `The transaction is not added to the activity: ${problem}`)
}

/** Address of the sender as the connected account spells it. Throws `NOT_CONNECTED` if the account is not connected. */
function senderOf({ connections }: Context, namespace: string, requested: string | undefined): string {
  const own = connections.all.peek().filter((one) => one.namespace === namespace)
  const addresses =
    requested === undefined
      ? own.flatMap(({ isActive, account }) => (isActive ? [account.address] : []))
      : own
          .flatMap(({ accounts }) => accounts.map(({ address }) => address))
          .filter((one) => isSameAddress(one, String(requested)))
  const [address] = addresses
  if (address !== undefined) return address
  throw new WalletModalError(
    'NOT_CONNECTED',
    `The transaction is not added to the activity: its sender must be a connected account of the namespace "${namespace}".`,
  )
}

function toSentTransaction(ctx: Context, transaction: SiteTransaction): SentTransaction {
  const fields: SiteTransaction = Object(transaction)
  const { caipNetworkId, title } = fields
  checkTexts(fields)
  const network = ctx.networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
  if (!network)
    throw new WalletModalError(
      'UNKNOWN_NETWORK',
      `The transaction is not added to the activity: the modal has no network "${caipNetworkId}".`,
    )
  const address = senderOf(ctx, network.namespace, fields.address)
  const hash = hexHashes.has(network.namespace) ? fields.hash.toLowerCase() : fields.hash
  return {
    ...{ type: 'custom', kind: '@wallet-modal/history#siteTransaction', title, isSentBySite: true },
    ...{ caipNetworkId, address, hash, sentAt: Date.now() },
  }
}

/**
 * Stores a transaction of the site and emits `transactionSent`. Does nothing if the transaction is stored already. Throws `INVALID_ARGUMENT`,
 * `UNKNOWN_NETWORK` or `NOT_CONNECTED`.
 */
export function addSiteTransaction(ctx: Context, sentStore: SentStore, transaction: SiteTransaction): void {
  const sent = toSentTransaction(ctx, transaction)
  if (sentStore.all.peek().some((one) => idOf(one) === idOf(sent))) return
  sentStore.keep(sent, [])
  ctx.emit(transactionSent, sent)
}
