import type { WalletAccountType } from '../../frame-messages.js'
import type { LoginWithKey } from './account.js'
import { readRecord, storeRecord } from './device.js'

const recordName = ({ account }: LoginWithKey): string => `account-type:${account.accountId}`

/** Account type that the visitor has chosen in this browser; `undefined` if none. The choice is kept when the visitor signs out. */
export async function chosenType(login: LoginWithKey): Promise<WalletAccountType | undefined> {
  const stored = await readRecord(recordName(login))
  const text = stored && new TextDecoder().decode(stored)
  return text === 'eoa' || text === 'smartAccount' ? text : undefined
}

export const storeType = (login: LoginWithKey, type: WalletAccountType): Promise<void> =>
  storeRecord(recordName(login), new Uint8Array(new TextEncoder().encode(type)))
