import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/addresses'

/** The program that owns the account of each name. */
export const NAME_PROGRAM = address('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX')
/** Account of the name `sol`, the parent of all others. */
const SOL = address('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')
/** Class account of records of the second version. */
const RECORDS = address('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')

interface NameKey {
  readonly label: string
  readonly parent: Address
  readonly nameClass?: Address
}

async function accountOf({ label, parent, nameClass }: NameKey): Promise<Address> {
  const bytes = new TextEncoder().encode(`SPL Name Service${label}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const encoder = getAddressEncoder()
  const seeds = [hash, nameClass ? encoder.encode(nameClass) : new Uint8Array(32), encoder.encode(parent)]
  const [found] = await getProgramDerivedAddress({ programAddress: NAME_PROGRAM, seeds })
  return found
}

/**
 * Accounts of a name below `sol`: its own, and those of its SOL records of both versions. A record may point to an address other than the owner's.
 */
export async function nameAccounts(label: string): Promise<readonly [own: Address, ...records: Address[]]> {
  const own = await accountOf({ label, parent: SOL })
  const records = [
    accountOf({ label: '\u0001SOL', parent: own }),
    accountOf({ label: '\u0002SOL', parent: own, nameClass: RECORDS }),
  ]
  return [own, ...(await Promise.all(records))]
}
