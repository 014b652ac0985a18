const shortPauses: Readonly<Record<string, string>> = {
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '4000',
}

/**
 * Environment variables that shorten npm's pauses between retries, which add up to more than a minute if the registry is unreachable. Empty if the
 * user has set one of them: npm refuses a minimum above the maximum.
 */
export const retryEnv = (): Readonly<Record<string, string>> =>
  Object.keys(shortPauses).some((name) => process.env[name] !== undefined) ? {} : shortPauses
