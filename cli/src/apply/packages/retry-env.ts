const shortPauses: Readonly<Record<string, string>> = {
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '4000',
}

/**
 * Environment variables that shorten npm's pauses between retries, which add up to more than a minute if the registry is unreachable. Contains no
 * variable that the user has set.
 */
export const retryEnv = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(shortPauses).filter(([name]) => process.env[name] === undefined))
