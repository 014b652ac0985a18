import { type Context, type HistoryPage, type HistoryRequest, isWalletModalError } from '@wallet-modal/kernel'
import { readTokenAccount } from '../assets/token-layout.js'
import { readTokenMetadata } from '../assets/tokens.js'
import { createNode, type OwnedAccount } from '../node.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { isUninvolved, toEntry } from './entry.js'
import { type AccountCursor, fromCursor, mergeLists, PAGE, toCursor } from './lists.js'
import { type ListedTransaction, listedTransactions, type TransactionChanges, transactionChanges } from './replies.js'

/** Maximum number of token accounts whose transactions are listed in addition to those of the account itself. */
const MAX_TOKEN_ACCOUNTS = 8

const isUnknownMethod = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && error.status === -32601

const isEmpty = ({ owner, data }: OwnedAccount): boolean => readTokenAccount(owner, data)?.amount === 0n

/** Cursors of the account and its token accounts. Nodes list a received token only under the address of the token account. */
async function firstCursors(
  ctx: Context,
  { account, network, signal }: HistoryRequest,
): Promise<readonly AccountCursor[]> {
  const node = createNode(ctx, network.caipNetworkId, signal)
  const accountLists = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) => node.tokenAccounts(account.address, { programId })),
  )
  const all = accountLists.flat()
  const tokenAccounts = [...all.filter((one) => !isEmpty(one)), ...all.filter(isEmpty)].slice(0, MAX_TOKEN_ACCOUNTS)
  return [{ address: account.address }, ...tokenAccounts.map(({ address }) => ({ address }))]
}

/** Past transactions of an account, from the network's nodes. `null` if the nodes cannot list transactions. */
export async function readPage(ctx: Context, request: HistoryRequest): Promise<HistoryPage | null> {
  const { account, network, cursor, signal } = request
  const rpc = ctx.api.rpc(network.caipNetworkId)
  const listOf = async (cursor: AccountCursor) => {
    const range = {
      commitment: 'confirmed',
      limit: PAGE,
      ...(cursor.before !== undefined && { before: cursor.before }),
    }
    const params = [cursor.address, range]
    return { cursor, list: await rpc.read('getSignaturesForAddress', params, { schema: listedTransactions, signal }) }
  }
  const changesOf = ({ signature }: ListedTransaction): Promise<TransactionChanges | undefined> =>
    rpc
      .read(
        'getTransaction',
        [signature, { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }],
        { schema: transactionChanges, signal },
      )
      .catch((error: unknown) => {
        // the transaction has an unsupported version, or the node has deleted it: the entry has no contents
        if (isWalletModalError(error) && error.code === 'RPC_ERROR') return undefined
        throw error
      })
  const cursors = (cursor === undefined ? undefined : fromCursor(cursor)) ?? (await firstCursors(ctx, request))
  const lists = await Promise.all(cursors.map(listOf)).catch((error: unknown) => {
    if (isUnknownMethod(error)) return null
    throw error
  })
  if (!lists) return null
  const { page, next } = mergeLists(lists)
  const changesByIndex = await Promise.all(page.map(changesOf))
  const mints = changesByIndex.flatMap((one) =>
    (one?.changes ?? []).flatMap(({ mint, holder }) => (mint !== undefined && holder === account.address ? mint : [])),
  )
  const tokenOf = await readTokenMetadata(ctx, request, [...new Set(mints)])
  const own = account.address
  const entries = page.flatMap((one, at) => {
    const changes = changesByIndex[at]
    return changes && isUninvolved(changes, own) ? [] : toEntry(one, changes, { own, network, tokenOf })
  })
  return { entries, ...(next.length > 0 && { next: toCursor(next) }) }
}
