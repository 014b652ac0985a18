import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
/** Metaplex metadata program, for mints of the SPL Token program. The local chain has accounts of this program, but not the program itself. */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** Mint of the wrapped coin. */
export const WRAPPED_COIN = 'So11111111111111111111111111111111111111112'

export const isTokenProgram = (address: string): boolean => address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM

/** Program-derived address for these seeds: the first hash, with bumps from 255 downwards, that is not a point on the Ed25519 curve. */
export const programAddress = (program: string, seeds: readonly Uint8Array[]): string =>
  findProgramAddress(program, seeds).address

/** Like {@link programAddress}, and also returns the bump. */
export function findProgramAddress(
  program: string,
  seeds: readonly Uint8Array[],
): { readonly address: string; readonly bump: number } {
  for (let bump = 255; bump >= 0; bump--) {
    const hashInputs = [...seeds, Uint8Array.of(bump), base58.decode(program), utf8ToBytes('ProgramDerivedAddress')]
    const hash = sha256(concatBytes(...hashInputs))
    if (!isPublicKey(hash)) return { address: base58.encode(hash), bump }
  }
  throw new Error('There is no program-derived address for these seeds.')
}

function isPublicKey(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false // off the curve
  }
}

/** Associated token account of `owner` for `mint`. */
export const associatedAddress = (owner: string, mint: string, program: string): string =>
  programAddress(
    ASSOCIATED_TOKEN_PROGRAM,
    [owner, program, mint].map((one) => base58.decode(one)),
  )

/** Metadata account of a mint of the SPL Token program. */
export const metadataAddress = (mint: string): string =>
  programAddress(METADATA_PROGRAM, [utf8ToBytes('metadata'), base58.decode(METADATA_PROGRAM), base58.decode(mint)])
