import * as v from 'valibot'

const location = v.picklist(['frame', 'window'])

/** Fields of the gateway's account with the place in which visitors approve requests of the site. Gateways of earlier versions send neither field. */
export const approvalFields = {
  approvals: v.optional(location, 'frame'),
  /** The place while the site itself is in an iframe of another page. Default: `approvals`. */
  embeddedApprovals: v.optional(location),
}

interface ApprovalLocations {
  readonly approvals: v.InferOutput<typeof location>
  readonly embeddedApprovals?: v.InferOutput<typeof location> | undefined
}

/**
 * Sets `approvals` to the place for this frame. A page that embeds the site can hide the site and this frame with it, and the gateway may trust the site
 * but not that page.
 */
export function withApprovalLocation<Account extends ApprovalLocations>(account: Account): Account {
  const isSiteEmbedded = window.parent !== window.top
  return isSiteEmbedded ? { ...account, approvals: account.embeddedApprovals ?? account.approvals } : account
}
