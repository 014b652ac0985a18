import { bytesToHex } from '@noble/hashes/utils'
import { type Account, messageOf, type Network } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { readAccountId } from '../address.js'
import type { AddressForm } from '../chains.js'
import { badAddress } from '../errors.js'
import { isH160, toChecksum } from '../h160.js'
import { encodeSs58 } from '../ss58.js'

/** Validated account of a wallet. */
export interface WalletAccount {
  /** Address as the wallet writes and expects it. */
  readonly walletAddress: string
  /** Account id, or `null` for an account with an Ethereum address. */
  readonly id: Uint8Array | null
  /** CAIP-2 references of the chains that the account is restricted to; `undefined` if unrestricted. */
  readonly restrictedTo: readonly string[] | undefined
}

const MAX_ACCOUNTS = 500

function readAccount(entry: unknown): WalletAccount {
  const {
    address: walletAddress,
    genesisHash,
    caipNetworkIds,
  }: Record<'address' | 'genesisHash' | 'caipNetworkIds', unknown> = Object(entry)
  if (typeof walletAddress !== 'string') throw badAddress('The account must have an address of type string.')
  const restrictedTo = Array.isArray(caipNetworkIds)
    ? caipNetworkIds.map((id) => String(id).slice('polkadot:'.length))
    : typeof genesisHash === 'string' && genesisHash !== ''
      ? [genesisHash.slice(2, 34).toLowerCase()]
      : undefined
  return { walletAddress, id: isH160(walletAddress) ? null : readAccountId(walletAddress).id, restrictedTo }
}

/** Parses the list from `accounts.get` or `accounts.subscribe`. Omits invalid accounts, and calls `onInvalid` with the reason. */
export function parseAccounts(answer: unknown, onInvalid: (reason: string) => void): readonly WalletAccount[] {
  if (!Array.isArray(answer)) throw invalidReply('accounts', 'a list of accounts')
  return answer.slice(0, MAX_ACCOUNTS).flatMap((entry: unknown): readonly WalletAccount[] => {
    try {
      return [readAccount(entry)]
    } catch (error) {
      onInvalid(messageOf(error))
      return []
    }
  })
}

/** Whether an account can be used on a network: it is not restricted to other chains, and its address has the type that the network uses. */
const isOn = ({ id, restrictedTo }: WalletAccount, network: Network, form: AddressForm): boolean =>
  (restrictedTo === undefined || restrictedTo.includes(network.reference)) && (id === null) === (form === 'h160')

function toAccount({ walletAddress, id }: WalletAccount, form: AddressForm): Account {
  if (id === null || form === 'h160') return { address: toChecksum(walletAddress), type: 'eoa' }
  return { address: encodeSs58(form, id), type: 'eoa', publicKey: `0x${bytesToHex(id)}` }
}

/** Accounts of a wallet in a network's address format, without duplicates. */
export function accountsOn(
  list: readonly WalletAccount[],
  { network, form }: { readonly network: Network; readonly form: AddressForm },
): readonly Account[] {
  const accountsByAddress = new Map<string, Account>()
  for (const one of list) {
    if (!isOn(one, network, form)) continue
    const account = toAccount(one, form)
    if (!accountsByAddress.has(account.address)) accountsByAddress.set(account.address, account)
  }
  return [...accountsByAddress.values()]
}

/** Address of an account as the wallet writes it; `account.address` if the wallet does not list the account. */
export const walletAddressOf = (list: readonly WalletAccount[], account: Account): string =>
  list.find(({ walletAddress, id }) =>
    id === null ? toChecksum(walletAddress) === account.address : `0x${bytesToHex(id)}` === account.publicKey,
  )?.walletAddress ?? account.address
