import type { Context } from '@wallet-modal/kernel'

/**
 * Logs, once for each directive, that the page's Content-Security-Policy blocks the sandbox (CSP level 3, `securitypolicyviolation`). Without this
 * message, the failed requests look as if the sandbox were not running.
 */
export function reportBlockedSandbox({ log, abortSignal }: Pick<Context, 'log' | 'abortSignal'>, base: string): void {
  const reportedDirectives = new Set<string>()
  const report = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (!URL.canParse(blockedURI) || new URL(blockedURI).origin !== base || reportedDirectives.has(effectiveDirective))
      return
    reportedDirectives.add(effectiveDirective)
    log.error(
      `The page's Content-Security-Policy blocks the sandbox. While you develop, add ${base} to its ${effectiveDirective}.`,
    )
  }
  globalThis.document?.addEventListener('securitypolicyviolation', report, { signal: abortSignal })
}
