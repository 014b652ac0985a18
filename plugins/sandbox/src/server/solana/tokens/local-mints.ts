import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { solanaDevelopmentAccounts } from '../development-accounts.js'
import type { SolanaChain } from '../solana-chain.js'
import {
  associatedAddress,
  METADATA_PROGRAM,
  metadataAddress,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './token-addresses.js'
import { write2022Mint, writeMetadataAccount, writeMint, writeTokenAccount } from './token-layout.js'

/** Token on the Solana chain at genesis. */
export interface LocalMint {
  /** Address of the mint. */
  readonly address: string
  readonly program: typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly decimals: number
  /** Balance of each holder at genesis, in base units. */
  readonly balancePerHolder: bigint
  readonly holders: readonly string[]
  /** Transfer fee, in basis points. */
  readonly feeBps?: number
}

const [minter = ''] = solanaDevelopmentAccounts
const mintAddress = (key: string): string => base58.encode(sha256(utf8ToBytes(`wallet-modal sandbox mint ${key}`)))

const initialHolders = { uri: '', holders: solanaDevelopmentAccounts }

/** Mints at genesis. The first development account is the mint authority of all mints except the postcards, which are NFTs. */
export const localMints: readonly LocalMint[] = [
  {
    ...initialHolders,
    ...mintOf('Sandbox Shell', 'SSHL', TOKEN_PROGRAM),
    decimals: 9,
    balancePerHolder: 500n * 10n ** 9n,
  },
  {
    ...initialHolders,
    ...mintOf('Sandbox Dollar', 'SUSD', TOKEN_PROGRAM),
    decimals: 6,
    balancePerHolder: 25_000n * 10n ** 6n,
  },
  { ...initialHolders, ...mintOf('Sandbox Ticket', 'STKT', TOKEN_PROGRAM), decimals: 0, balancePerHolder: 12n },
  {
    ...initialHolders,
    ...mintOf('Sandbox Pearl', 'SPRL', TOKEN_2022_PROGRAM),
    decimals: 9,
    balancePerHolder: 80n * 10n ** 9n,
  },
  {
    ...{ ...initialHolders, ...mintOf('Sandbox Tithe', 'STTH', TOKEN_2022_PROGRAM) },
    ...{ decimals: 6, balancePerHolder: 900n * 10n ** 6n, feeBps: 100 },
  },
  // imitation of the Sandbox Dollar, to test the warnings about look-alike tokens
  {
    ...{ ...initialHolders, ...mintOf('Sandbox Dollar', 'SUSD', TOKEN_2022_PROGRAM, 'SUSD look-alike') },
    ...{ decimals: 6, balancePerHolder: 1_000_000n * 10n ** 6n },
  },
  ...solanaDevelopmentAccounts.map((owner, at) => postcard(owner, at + 1)),
]

function mintOf(name: string, symbol: string, program: LocalMint['program'], key = symbol) {
  return { address: mintAddress(key), name, symbol, program }
}

function postcard(owner: string, number: number): LocalMint {
  const name = `Sandbox Postcard #${number}`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${(number * 37) % 360},60%,40%)"/><path d="M0 70 30 40 60 70 75 55 96 76V96H0Z" fill="#fff"/></svg>`
  const image = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
  const uri = `data:application/json;base64,${Buffer.from(JSON.stringify({ name, image })).toString('base64')}`
  const mint = mintOf(name, 'CARD', TOKEN_2022_PROGRAM, `postcard ${number}`)
  return { ...mint, uri, decimals: 0, balancePerHolder: 1n, holders: [owner] }
}

/** Writes the mints, their metadata and the accounts' balances to a new chain. */
export function addLocalMints(chain: SolanaChain): void {
  for (const { address, program, name, symbol, uri, decimals, balancePerHolder, holders, feeBps } of localMints) {
    const isNft = decimals === 0 && balancePerHolder === 1n
    const mint = { supply: balancePerHolder * BigInt(holders.length), decimals, authority: isNft ? null : minter }
    const metadata = { name, symbol, uri, ...(feeBps !== undefined && { feeBps }) }
    const isPlainProgram = program === TOKEN_PROGRAM
    chain.setData(address, program, isPlainProgram ? writeMint(mint) : write2022Mint(mint, address, metadata))
    if (isPlainProgram)
      chain.setData(metadataAddress(address), METADATA_PROGRAM, writeMetadataAccount(address, minter, metadata))
    const accountKind = isPlainProgram ? 'plain' : feeBps === undefined ? '2022' : '2022 with a fee'
    for (const owner of holders) {
      const data = writeTokenAccount({ mint: address, owner, amount: balancePerHolder }, accountKind)
      chain.setData(associatedAddress(owner, address, program), program, data)
    }
  }
}
