import type { WalletAccountType } from '../../frame-messages.js'
import type { ReadyLogin } from './account.js'
import { keep, read } from './device.js'

const nameOf = ({ account }: ReadyLogin): string => `account-type:${account.accountId}`

/** Account type that the visitor chose in this browser; kept across logins. */
export async function chosenType(login: ReadyLogin): Promise<WalletAccountType | undefined> {
  const stored = await read(nameOf(login))
  const text = stored && new TextDecoder().decode(stored)
  return text === 'eoa' || text === 'smartAccount' ? text : undefined
}

export const storeType = (login: ReadyLogin, type: WalletAccountType): Promise<void> =>
  keep(nameOf(login), new Uint8Array(new TextEncoder().encode(type)))
