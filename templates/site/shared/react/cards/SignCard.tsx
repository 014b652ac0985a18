import { useId, useState } from 'react'
import type { Signing } from '../signing'
import { useSignature } from '../useSignature'

/** Signs a message in the wallet and, if possible, verifies the signature in this page. */
export function SignCard() {
  const id = useId()
  const [message, setMessage] = useState('Hello from my site')
  const { signing, sign, isReady } = useSignature()
  const busy = signing.status === 'waiting' || signing.status === 'verifying'
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Sign a message</h2>
      <p className="soft">Signing is free and moves nothing. The wallet shows you the text first.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void sign(message)
        }}
      >
        <label htmlFor={`${id}-message`}>Message</label>
        <textarea id={`${id}-message`} rows={3} value={message} maxLength={1000} required dir="auto" onChange={(event) => setMessage(event.target.value)} />
        <button type="submit" className="button primary" disabled={!isReady || busy || message.trim() === ''}>
          {signing.status === 'waiting' ? 'Waiting for the wallet…' : 'Sign message'}
        </button>
      </form>
      <div className="result" role="status" data-testid="signature" data-status={signing.status}>
        <Result signing={signing} />
      </div>
    </section>
  )
}

function Result({ signing }: { signing: Signing }) {
  switch (signing.status) {
    case 'idle':
      return null
    case 'waiting':
      return <p className="soft">Accept the request in your wallet.</p>
    case 'verifying':
      return <p className="soft">Checking the signature…</p>
    case 'declined':
      return <p className="soft">You declined. Nothing was signed.</p>
    case 'failed':
      return <p className="warning">{signing.reason}</p>
    case 'signed':
      return (
        <>
          <Verdict verified={signing.verified} />
          <code className="signature mono" dir="ltr" translate="no">
            {signing.signature}
          </code>
        </>
      )
  }
}

function Verdict({ verified }: { verified: boolean | undefined }) {
  if (verified === undefined) return <p className="soft">Signed. This page could not check the signature: check it on your server.</p>
  return verified ? (
    <p className="success">✓ Verified: this account signed this message.</p>
  ) : (
    <p className="warning">This signature is not from this account.</p>
  )
}
