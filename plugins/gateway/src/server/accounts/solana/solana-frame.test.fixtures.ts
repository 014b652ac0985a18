import { ed25519_FROST } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { expect } from 'vitest'
import { proofDigest } from '../proofs.js'

/** FROST identifiers of a key's two participants. */
const [frame, other] = [1, 2].map((one) => ed25519_FROST.Identifier.fromNumber(one)) as [string, string]
export const gateway = other
const SIGNERS = { min: 2, max: 2 }

/** Sends a request below `/accounts/` as the frame does. */
type Ask = (
  method: string,
  path: string,
  session?: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly body: unknown }>

const beginReply = v.object({
  generation: v.string(),
  commitment: v.array(v.string()),
  proofOfKnowledge: v.string(),
  signingShare: v.string(),
})
const signReply = v.object({ nonces: v.object({ hiding: v.string(), binding: v.string() }), part: v.string() })

const evmKey = secp256k1.utils.randomSecretKey()
export const evmAddress = `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(evmKey, false).slice(1)).slice(12))}`

/** The EVM key's signature for a new Solana key. */
export function prove(session: string, fields: readonly string[], key = evmKey) {
  const digest = proofDigest(session, 'solana-key', fields)
  const bytes = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return { yParity: bytes[0], r: `0x${bytesToHex(bytes.slice(1, 33))}`, s: `0x${bytesToHex(bytes.slice(33))}` }
}

const writeCommitments = ({ commitment, proofOfKnowledge }: Round1) => ({
  commitment: commitment.map(bytesToHex),
  proofOfKnowledge: bytesToHex(proofOfKnowledge),
})
type Round1 = ReturnType<typeof ed25519_FROST.DKG.round1>['public']

/** Body of the request that starts a key generation. */
export const newCommitments = () => writeCommitments(ed25519_FROST.DKG.round1(frame, SIGNERS).public)

/** Runs the frame's part of a key generation, except for the request that stores the key. */
export async function beginKey(ask: Ask, session: string) {
  const { public: round1, secret } = ed25519_FROST.DKG.round1(frame, SIGNERS)
  const { body } = await ask('POST', 'solana/key/begin', session, writeCommitments(round1))
  const { generation, commitment, proofOfKnowledge, signingShare } = v.parse(beginReply, body)
  const theirs = {
    identifier: gateway,
    commitment: commitment.map(hexToBytes),
    proofOfKnowledge: hexToBytes(proofOfKnowledge),
  }
  const shares = ed25519_FROST.DKG.round2(secret, [theirs])
  const received = [{ identifier: gateway, signingShare: hexToBytes(signingShare) }]
  const key = ed25519_FROST.DKG.round3(secret, [theirs], received)
  const publicKey = bytesToHex(key.public.commitments[0] ?? new Uint8Array())
  const frameShare = 'ef'.repeat(80)
  const request = {
    generation,
    signingShare: bytesToHex(shares[gateway]?.signingShare ?? new Uint8Array()),
    frameShare,
    publicKey,
    proof: prove(session, [publicKey, frameShare]),
  }
  return { key, publicKey, request }
}

export async function makeKey(ask: Ask, session: string) {
  const made = await beginKey(ask, session)
  expect((await ask('PUT', 'solana/key', session, made.request)).status).toBe(200)
  return made
}

export const message = new TextEncoder().encode('what both sign')

/** Body of a request for a signature share. */
export function newSigning(secret: Parameters<typeof ed25519_FROST.commit>[0]) {
  const own = ed25519_FROST.commit(secret)
  const { hiding, binding } = own.commitments
  return {
    own,
    body: { message: bytesToHex(message), nonces: { hiding: bytesToHex(hiding), binding: bytesToHex(binding) } },
  }
}

/** Signs as the frame does. */
export async function sign(ask: Ask, session: string, { key }: Awaited<ReturnType<typeof makeKey>>) {
  const { own, body } = newSigning(key.secret)
  const reply = await ask('POST', 'solana/sign', session, body)
  if (reply.status !== 200) return { status: reply.status }
  const { nonces, part } = v.parse(signReply, reply.body)
  const theirs = { identifier: gateway, hiding: hexToBytes(nonces.hiding), binding: hexToBytes(nonces.binding) }
  const list = [own.commitments, theirs]
  const mine = ed25519_FROST.signShare(key.secret, key.public, own.nonces, list, message)
  const signature = ed25519_FROST.aggregate(key.public, list, message, { [frame]: mine, [gateway]: hexToBytes(part) })
  return { status: reply.status, signature, part, nonces }
}
