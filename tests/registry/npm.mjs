/** Matches the variables with which npm reaches its registry on this machine. */
const connection =
  /^npm_config_(registry|userconfig|globalconfig|cache|cafile|ca|proxy|https?_proxy|noproxy|strict_ssl)$/i

/**
 * Environment for an npm that must not inherit the options of the npm that started this process. `npm test` passes its options on as variables. Of
 * these, only the variables with which npm reaches its registry are kept.
 * @param {Record<string, string>} [settings] @returns {NodeJS.ProcessEnv}
 */
export function npmEnv(settings = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => connection.test(name) || !/^(npm_|INIT_CWD$)/i.test(name),
  )
  return {
    ...Object.fromEntries(inherited),
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    ...settings,
  }
}
