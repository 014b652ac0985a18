import type { SignInSession } from '@wallet-modal/siwx/server'

/** Content for signed-in visitors only. Load the private data of the account here: the server renders this component only with a valid session. */
export function Members({ session }: { session: SignInSession }) {
  const address = session.accountId.split(':').at(-1)
  return (
    <section className="card" aria-labelledby="members-title" data-testid="members">
      <h2 id="members-title">For members</h2>
      <p className="soft">You are signed in, so the server added this section to the page.</p>
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
