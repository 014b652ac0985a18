import type { SignInSession } from '@wallet-modal/siwx/server'

/** Content for signed-in visitors. Rendered on the server only for them. */
export function Members({ session }: { session: SignInSession }) {
  const address = session.accountId.split(':').at(-1)
  return (
    <section className="card" aria-labelledby="members-title" data-testid="members">
      <h2 id="members-title">For members</h2>
      <p className="soft">The server found your session, so it drew this part. Read what belongs to this account here, and nowhere else.</p>
      <dl className="facts">
        <div>
          <dt>Signed in as</dt>
          <dd className="mono signature" dir="ltr" translate="no">
            {address}
          </dd>
        </div>
        <div>
          <dt>Until</dt>
          <dd>
            <time dateTime={session.expiresAt}>{session.expiresAt.slice(0, 10)}</time>
          </dd>
        </div>
      </dl>
    </section>
  )
}
