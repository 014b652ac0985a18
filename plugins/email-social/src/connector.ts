/** Id of the email and social login's connector. The kernel stores it to reconnect. */
export const CONNECTOR_ID = 'email'
