export const strings = {
  'analytics.invalidConfiguration': 'Invalid App Configuration',
}
