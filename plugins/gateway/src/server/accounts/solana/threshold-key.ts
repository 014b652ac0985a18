import { ed25519_FROST } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { RequestError } from '../../http.js'

type Dkg = typeof ed25519_FROST.DKG
type FrostSecret = Parameters<typeof ed25519_FROST.commit>[0]
type FrostPublic = Parameters<typeof ed25519_FROST.signShare>[1]
type NonceCommitments = Parameters<typeof ed25519_FROST.signShare>[3][number]
type KeyRound1 = Parameters<Dkg['round2']>[1][number]

/**
 * Each Ed25519 key has two signers: the embedded wallet's frame and the gateway. Both must sign, and neither has the whole key. Keys are created by
 * distributed key generation (Pedersen, with proofs of knowledge) and used with FROST (RFC 9591). This file is the gateway's part. All bytes are hex.
 */
const SIGNERS = { min: 2, max: 2 } as const
/** Participant 1 is the frame. */
const frame = ed25519_FROST.Identifier.fromNumber(1)
const gateway = ed25519_FROST.Identifier.fromNumber(2)

/** 32 bytes in hex, such as a scalar or a curve point. */
export const word = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const wordPair = v.tuple([word, word])
/** First message of a participant: commitments to its secret polynomial, and a proof that it knows the secret. */
export const commitments = v.object({
  commitment: wordPair,
  proofOfKnowledge: v.pipe(v.string(), v.regex(/^[\da-f]{128}$/)),
})
type Commitments = v.InferOutput<typeof commitments>
/** Nonce commitments for one signature. */
export const nonceCommitments = v.object({ hiding: word, binding: word })
type NoncePoints = v.InferOutput<typeof nonceCommitments>

/** `mine`: commitments of the gateway. `theirs`: commitments of the frame. */
const unfinished = v.object({ coefficients: wordPair, mine: commitments, theirs: commitments })
/** Secret state of the gateway between the two steps of a key generation. */
export type UnfinishedKey = v.InferOutput<typeof unfinished>
const keyShare = v.object({
  signingShare: word,
  commitments: wordPair,
  verifyingShares: v.object({ frame: word, gateway: word }),
})
type KeyShare = v.InferOutput<typeof keyShare>

const round1Of = (identifier: string, { commitment, proofOfKnowledge }: Commitments): KeyRound1 => ({
  identifier,
  commitment: commitment.map(hexToBytes),
  proofOfKnowledge: hexToBytes(proofOfKnowledge),
})

const toPair = (list: readonly string[]): [string, string] => v.parse(wordPair, list)

/** Runs a step on input of the frame. Throws `INVALID_REQUEST` if the input contains invalid points or is inconsistent. */
function rejectInvalidInput<T>(step: () => T): T {
  try {
    return step()
  } catch (cause) {
    throw new RequestError('INVALID_REQUEST', 'The values of the key are invalid or inconsistent.', { cause })
  }
}

/** First step of a key generation. `reply` contains the gateway's commitments and its secret share for the frame. */
export function beginKey(theirs: Commitments): {
  readonly unfinished: UnfinishedKey
  readonly reply: Commitments & { readonly signingShare: string }
} {
  const { public: round1, secret } = ed25519_FROST.DKG.round1(gateway, SIGNERS)
  const mine = {
    commitment: toPair(round1.commitment.map(bytesToHex)),
    proofOfKnowledge: bytesToHex(round1.proofOfKnowledge),
  }
  const coefficients = toPair((secret.coefficients ?? []).map((value) => value.toString(16).padStart(64, '0')))
  const shares = rejectInvalidInput(() => ed25519_FROST.DKG.round2(secret, [round1Of(frame, theirs)]))
  const signingShare = bytesToHex(shares[frame]?.signingShare ?? new Uint8Array())
  ed25519_FROST.DKG.clean(secret)
  return { unfinished: { coefficients, mine, theirs }, reply: { ...mine, signingShare } }
}

/**
 * Last step of a key generation. `signingShare`: the frame's secret share for the gateway. Throws `INVALID_REQUEST` if the share does not match the
 * frame's commitments.
 */
export function finishKey(
  { coefficients, mine, theirs }: UnfinishedKey,
  signingShare: string,
): { readonly publicKey: string; readonly share: KeyShare } {
  const secret = {
    identifier: 2n,
    coefficients: coefficients.map((value) => BigInt(`0x${value}`)),
    commitment: mine.commitment.map(hexToBytes),
    signers: SIGNERS,
    step: 1 as const,
  }
  return rejectInvalidInput(() => {
    const others = [round1Of(frame, theirs)]
    ed25519_FROST.DKG.round2(secret, others) // marks `secret` as ready for `round3`
    const received = [{ identifier: frame, signingShare: hexToBytes(signingShare) }]
    const key = ed25519_FROST.DKG.round3(secret, others, received)
    const points = toPair(key.public.commitments.map(bytesToHex))
    const pointOf = (identifier: string): string =>
      bytesToHex(key.public.verifyingShares[identifier] ?? new Uint8Array())
    return {
      publicKey: points[0],
      share: {
        signingShare: bytesToHex(key.secret.signingShare),
        commitments: points,
        verifyingShares: { frame: pointOf(frame), gateway: pointOf(gateway) },
      },
    }
  })
}

const publicOf = ({ commitments, verifyingShares }: KeyShare): FrostPublic => ({
  signers: SIGNERS,
  commitments: commitments.map(hexToBytes),
  verifyingShares: { [frame]: hexToBytes(verifyingShares.frame), [gateway]: hexToBytes(verifyingShares.gateway) },
})

/**
 * Signs a message with the gateway's key share. The parameter `nonces` has the frame's nonce commitments. The result has the gateway's nonce
 * commitments (`nonces`) and its signature share (`part`). The gateway's nonces are used once and discarded. A valid signature also needs the frame's
 * signature share.
 */
export function createSignatureShare(
  share: KeyShare,
  { message, nonces }: { readonly message: string; readonly nonces: NoncePoints },
): { readonly nonces: NoncePoints; readonly part: string } {
  const secret: FrostSecret = { identifier: gateway, signingShare: hexToBytes(share.signingShare) }
  const theirs: NonceCommitments = {
    identifier: frame,
    hiding: hexToBytes(nonces.hiding),
    binding: hexToBytes(nonces.binding),
  }
  try {
    const own = ed25519_FROST.commit(secret)
    const { hiding, binding } = own.commitments
    const part = rejectInvalidInput(() =>
      ed25519_FROST.signShare(secret, publicOf(share), own.nonces, [theirs, own.commitments], hexToBytes(message)),
    )
    return { nonces: { hiding: bytesToHex(hiding), binding: bytesToHex(binding) }, part: bytesToHex(part) }
  } finally {
    secret.signingShare.fill(0)
  }
}

/** Parses stored data. Errors appear in the operator's log, so this error contains none of the data. */
function parseStored<const Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    throw new Error('A stored key for Solana cannot be read.')
  }
}

/** JSON text for the store. The caller encrypts it, because it contains secrets. */
export const writeUnfinished = (key: UnfinishedKey): string => JSON.stringify(key)
export const readUnfinished = (text: string): UnfinishedKey => parseStored(unfinished, text)
export const writeShare = (share: KeyShare): string => JSON.stringify(share)
export const readShare = (text: string): KeyShare => parseStored(keyShare, text)
