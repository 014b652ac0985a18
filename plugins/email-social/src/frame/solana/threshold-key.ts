import { ed25519_FROST } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

type Dkg = typeof ed25519_FROST.DKG
type FrostSecret = Parameters<typeof ed25519_FROST.commit>[0]
type FrostPublic = Parameters<typeof ed25519_FROST.signShare>[1]
type NonceCommitments = Parameters<typeof ed25519_FROST.signShare>[3][number]
/** The frame's secret state between the two steps of key generation. */
type UnfinishedKey = ReturnType<Dkg['round1']>['secret']

/*
 * The frame's side of an Ed25519 threshold key. Frame and gateway create the key by distributed key generation (Pedersen, with proofs of knowledge)
 * and sign with FROST (RFC 9591). Each signature needs frame and gateway; the complete key never exists in one place. Strings in messages and key
 * shares are hex.
 */

/** Both participants must sign. */
const SIGNERS = { min: 2, max: 2 } as const
const frame = ed25519_FROST.Identifier.fromNumber(1)
const gateway = ed25519_FROST.Identifier.fromNumber(2)

const bytes32 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))

/** The frame's key share, which is secret, and the public data that verify the gateway's signature shares. */
const keyShare = v.object({
  signingShare: bytes32,
  commitments: v.tuple([bytes32, bytes32]),
  verifyingShares: v.object({ frame: bytes32, gateway: bytes32 }),
})
export type KeyShare = v.InferOutput<typeof keyShare>

/** Ed25519 public key in hex: the first commitment. */
export const publicKeyOf = ({ commitments }: KeyShare): string => commitments[0]

/** Public values of a participant during key generation. */
export interface KeyCommitments {
  readonly commitment: readonly string[]
  readonly proofOfKnowledge: string
}

/** Public nonce commitments of a participant for one signature. */
export interface NoncePoints {
  readonly hiding: string
  readonly binding: string
}

/** First step of key generation. `commitments` are for the gateway, `secret` is for {@link finishKey}. */
export function beginKey(): { readonly commitments: KeyCommitments; readonly secret: UnfinishedKey } {
  const { public: round1, secret } = ed25519_FROST.DKG.round1(frame, SIGNERS)
  return {
    commitments: {
      commitment: round1.commitment.map(bytesToHex),
      proofOfKnowledge: bytesToHex(round1.proofOfKnowledge),
    },
    secret,
  }
}

/**
 * Last step of key generation, with the gateway's reply. Returns the frame's key share, and `forGateway`, the secret value that the gateway needs for
 * its own share. Throws if the values of the reply are inconsistent.
 */
export function finishKey(
  secret: UnfinishedKey,
  answer: KeyCommitments & { readonly signingShare: string },
): { readonly share: KeyShare; readonly forGateway: string } {
  const gatewayRound1 = {
    identifier: gateway,
    commitment: answer.commitment.map(hexToBytes),
    proofOfKnowledge: hexToBytes(answer.proofOfKnowledge),
  }
  const shares = ed25519_FROST.DKG.round2(secret, [gatewayRound1])
  const received = { identifier: gateway, signingShare: hexToBytes(answer.signingShare) }
  const key = ed25519_FROST.DKG.round3(secret, [gatewayRound1], [received])
  const pointOf = (identifier: string): string => bytesToHex(key.public.verifyingShares[identifier] ?? new Uint8Array())
  const share = v.parse(keyShare, {
    signingShare: bytesToHex(key.secret.signingShare),
    commitments: key.public.commitments.map(bytesToHex),
    verifyingShares: { frame: pointOf(frame), gateway: pointOf(gateway) },
  })
  return { share, forGateway: bytesToHex(shares[gateway]?.signingShare ?? new Uint8Array()) }
}

/**
 * Signs a message together with the gateway. `signAtGateway` requests the gateway's nonces and signature share (`part`). Each call uses new nonces.
 * Resolves with an Ed25519 signature (RFC 8032) of the message. Rejects if the gateway's signature share is invalid.
 */
export async function signTogether(
  share: KeyShare,
  message: Uint8Array,
  signAtGateway: (nonces: NoncePoints) => Promise<{ readonly nonces: NoncePoints; readonly part: string }>,
): Promise<Uint8Array> {
  const secret: FrostSecret = { identifier: frame, signingShare: hexToBytes(share.signingShare) }
  const group: FrostPublic = {
    signers: SIGNERS,
    commitments: share.commitments.map(hexToBytes),
    verifyingShares: {
      [frame]: hexToBytes(share.verifyingShares.frame),
      [gateway]: hexToBytes(share.verifyingShares.gateway),
    },
  }
  try {
    const own = ed25519_FROST.commit(secret)
    const { hiding, binding } = own.commitments
    const answer = await signAtGateway({ hiding: bytesToHex(hiding), binding: bytesToHex(binding) })
    const gatewayNonces: NonceCommitments = {
      identifier: gateway,
      hiding: hexToBytes(answer.nonces.hiding),
      binding: hexToBytes(answer.nonces.binding),
    }
    const nonces = [own.commitments, gatewayNonces]
    const part = hexToBytes(answer.part)
    if (!ed25519_FROST.verifyShare(group, nonces, message, gateway, part))
      throw new Error('The gateway has not signed this message.')
    const frameShare = ed25519_FROST.signShare(secret, group, own.nonces, nonces, message)
    return ed25519_FROST.aggregate(group, nonces, message, { [frame]: frameShare, [gateway]: part })
  } finally {
    secret.signingShare.fill(0)
  }
}

export const writeShare = (share: KeyShare): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(JSON.stringify(share)))

export const readShare = (bytes: Uint8Array): KeyShare => v.parse(keyShare, JSON.parse(new TextDecoder().decode(bytes)))
