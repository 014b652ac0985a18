import type { ApprovalLocation, ApprovalPolicy } from './account-sources.js'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether an origin matches a list in CSP syntax: `*.` for subdomains, `:*` for any port. */
export const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  URL.canParse(origin) &&
  allowed.some((entry) => {
    const pattern = escaped(entry)
      .replace('\\*\\.', '(?:[-a-z0-9]+\\.)+')
      .replace(/:\\\*$/, '(?::\\d{1,5})?')
    return new RegExp(`^${pattern}$`).test(origin)
  })

/**
 * Where visitors approve the requests of a site. `approvals`: while the site is the top page. `embeddedApprovals`: while the site is in an iframe of
 * another page. If the policy is a list, an embedded site always gets the window: the other page may not be on the list, and could mask the site
 * together with the wallet's frame.
 */
export const approvalLocations = (
  site: string,
  policy: ApprovalPolicy,
): { readonly approvals: ApprovalLocation; readonly embeddedApprovals: ApprovalLocation } =>
  typeof policy === 'string'
    ? { approvals: policy, embeddedApprovals: policy }
    : { approvals: isAllowed(site, policy.frame) ? 'frame' : 'window', embeddedApprovals: 'window' }
