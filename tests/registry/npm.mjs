/**
 * The environment for an npm that must know nothing of the npm that started us: `npm test` hands its own settings on as variables.
 * @param {Record<string, string>} [settings] @returns {NodeJS.ProcessEnv}
 */
export function npmEnv(settings = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name))
  return { ...Object.fromEntries(inherited), npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false', ...settings }
}
