import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { solanaDevelopmentAccounts } from './development-accounts.js'
import type { SolanaChain } from './solana-chain.js'
import { programAddress } from './tokens/token-addresses.js'

/** Program of the Solana Name Service. The local chain has accounts of this program, but not the program itself. */
const NAME_PROGRAM = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
/** Account of the top-level name `sol`. */
const SOL = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'

/**
 * Names at genesis. `account`: index of the development account that owns the name. `hasRecord`: whether the name has a SOL record, which resolves to
 * the first development account.
 */
const localNames: readonly { readonly label: string; readonly account: number; readonly hasRecord?: true }[] = [
  { label: 'hazel', account: 7 },
  { label: 'rowan', account: 8, hasRecord: true },
]

const emptyKey = new Uint8Array(32)

const nameAddress = (label: string, parent: string): string =>
  programAddress(NAME_PROGRAM, [sha256(utf8ToBytes(`SPL Name Service${label}`)), emptyKey, base58.decode(parent)])

/** Data of a name account: parent, owner and class (32 bytes each), then the record. */
const nameData = (parent: string, owner: string, content = new Uint8Array()): Uint8Array =>
  concatBytes(base58.decode(parent), base58.decode(owner), emptyKey, content)

/** Writes the accounts of the local names to a new chain. */
export function addLocalNames(chain: SolanaChain): void {
  const [first = ''] = solanaDevelopmentAccounts
  for (const { label, account, hasRecord } of localNames) {
    const owner = solanaDevelopmentAccounts[account] ?? first
    const nameAccount = nameAddress(label, SOL)
    chain.setData(nameAccount, NAME_PROGRAM, nameData(SOL, owner))
    // target address of the record, and 64 zero bytes in place of its signature
    const record = concatBytes(base58.decode(first), new Uint8Array(64))
    if (hasRecord)
      chain.setData(nameAddress('\u0001SOL', nameAccount), NAME_PROGRAM, nameData(nameAccount, owner, record))
  }
}
