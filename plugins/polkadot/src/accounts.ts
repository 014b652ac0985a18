import { bytesToHex } from '@noble/hashes/utils'
import { type Account, messageOf, type Network } from '@wallet-modal/kernel'
import { readAccountId } from './address.js'
import type { AddressForm } from './chains.js'
import { badAddress, badAnswer } from './errors.js'
import { isH160, toChecksum } from './h160.js'
import { encodeSs58 } from './ss58.js'

/** Validated account of a wallet. */
export interface WalletAccount {
  /** Address as the wallet writes and expects it. */
  readonly walletAddress: string
  /** Account id, or `null` for an account with an Ethereum address. */
  readonly id: Uint8Array | null
  /** CAIP-2 references of the chains that it is restricted to; absent if unrestricted. */
  readonly onlyOn: readonly string[] | undefined
}

const MAX_ACCOUNTS = 500

function readAccount(entry: unknown): WalletAccount {
  const {
    address: walletAddress,
    genesisHash,
    caipNetworkIds,
  }: Record<'address' | 'genesisHash' | 'caipNetworkIds', unknown> = Object(entry)
  if (typeof walletAddress !== 'string') throw badAddress('It has no address.')
  const onlyOn = Array.isArray(caipNetworkIds)
    ? caipNetworkIds.map((id) => String(id).slice('polkadot:'.length))
    : typeof genesisHash === 'string' && genesisHash !== ''
      ? [genesisHash.slice(2, 34).toLowerCase()]
      : undefined
  return { walletAddress, id: isH160(walletAddress) ? null : readAccountId(walletAddress).id, onlyOn }
}

/** Parses the list from `accounts.get` or `accounts.subscribe`. Invalid accounts are omitted, with the reason reported to `leftOut`. */
export function parseAccounts(answer: unknown, leftOut: (reason: string) => void): readonly WalletAccount[] {
  if (!Array.isArray(answer)) throw badAnswer('accounts', 'a list of accounts')
  return answer.slice(0, MAX_ACCOUNTS).flatMap((entry: unknown): readonly WalletAccount[] => {
    try {
      return [readAccount(entry)]
    } catch (error) {
      leftOut(messageOf(error))
      return []
    }
  })
}

/** Whether an account can be used on a network: it may be restricted to other chains, or have the other address type. */
const isOn = ({ id, onlyOn }: WalletAccount, network: Network, form: AddressForm): boolean =>
  (onlyOn === undefined || onlyOn.includes(network.reference)) && (id === null) === (form === 'h160')

function toAccount({ walletAddress, id }: WalletAccount, form: AddressForm): Account {
  if (id === null || form === 'h160') return { address: toChecksum(walletAddress), type: 'eoa' }
  return { address: encodeSs58(form, id), type: 'eoa', publicKey: `0x${bytesToHex(id)}` }
}

/** Accounts of a wallet in a network's address format, without duplicates. */
export function accountsOn(
  list: readonly WalletAccount[],
  { network, form }: { readonly network: Network; readonly form: AddressForm },
): readonly Account[] {
  const found = new Map<string, Account>()
  for (const one of list) {
    if (!isOn(one, network, form)) continue
    const account = toAccount(one, form)
    if (!found.has(account.address)) found.set(account.address, account)
  }
  return [...found.values()]
}

/** Address as the wallet writes it. */
export const givenAddress = (list: readonly WalletAccount[], account: Account): string =>
  list.find(({ walletAddress, id }) =>
    id === null ? toChecksum(walletAddress) === account.address : `0x${bytesToHex(id)}` === account.publicKey,
  )?.walletAddress ?? account.address
