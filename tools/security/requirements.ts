// The requirements of OWASP ASVS 5.0.0 at levels 1 and 2, and those of level 3 that tests prove. Summaries are in our own words.

export interface Requirement {
  /** As in the titles of the tests that prove it. */
  id: `V${number}.${number}.${number}`
  level: 1 | 2 | 3
  summary: string
  status:
    | { kind: 'met' }
    /** A requirement on documents: `where` is a path, with the anchor of a heading. */
    | { kind: 'documented'; where: `docs/${string}` }
    | { kind: 'not applicable' | 'not met'; reason: string }
}

type Id = Requirement['id']
type Level = Requirement['level']

/** Proved by every test whose title has the number. */
const byTest = (id: Id, level: Level, summary: string): Requirement => ({ id, level, summary, status: { kind: 'met' } })

const byDocument = (id: Id, level: Level, summary: string, where: `docs/${string}`): Requirement => ({
  id,
  level,
  summary,
  status: { kind: 'documented', where },
})

const notApplicable = (id: Id, level: Level, summary: string, reason: string): Requirement => ({
  id,
  level,
  summary,
  status: { kind: 'not applicable', reason },
})

const notMet = (id: Id, level: Level, summary: string, reason: string): Requirement => ({
  id,
  level,
  summary,
  status: { kind: 'not met', reason },
})

const design = 'docs/security-design.md'

const noIdentityProvider = 'accounts are the portal’s own; there is no identity provider and no single sign-on'
const noOauth = 'the portal neither uses nor offers OAuth or OpenID Connect'
const noMedia = 'the portal has no WebRTC: no calls, no media server'
const noTlsInside = 'TLS ends at the reverse proxy; the servers behind it are one process each'

const validation: Requirement[] = [
  byTest('V1.1.1', 2, 'Input is decoded once, before it is checked'),
  byTest('V1.1.2', 2, 'Output is escaped as the last step'),
  byTest('V1.2.1', 1, 'Text is escaped for the document that it stands in'),
  byTest('V1.2.2', 1, 'Addresses are built from encoded parts and have safe protocols'),
  byTest('V1.2.3', 1, 'JSON and scripts cannot be changed by the data in them'),
  byTest('V1.2.4', 1, 'SQL takes values as parameters'),
  byTest('V1.2.5', 1, 'Programs are started without a shell'),
  notApplicable('V1.2.6', 2, 'LDAP injection', 'there is no LDAP'),
  notApplicable('V1.2.7', 2, 'XPath injection', 'there is no XPath'),
  notApplicable('V1.2.8', 2, 'LaTeX injection', 'PDFs are drawn by code; there is no LaTeX'),
  byTest('V1.2.9', 2, 'Text is no part of a regular expression unless it is escaped'),
  notApplicable('V1.3.1', 1, 'HTML of users is sanitized', 'no field takes HTML; all text is shown as text'),
  byTest('V1.3.2', 1, 'No text is run as code'),
  byTest('V1.3.3', 2, 'Text for a dangerous place has only safe characters and a limited length'),
  byTest('V1.3.4', 2, 'SVG of users has no scripts'),
  notApplicable('V1.3.5', 2, 'Markup of users is sanitized', 'no field takes Markdown, style sheets or templates'),
  byTest('V1.3.6', 2, 'Nobody can make the server call an address'),
  byTest('V1.3.7', 2, 'No template is built from input'),
  notApplicable('V1.3.8', 2, 'JNDI injection', 'there is no Java'),
  notApplicable('V1.3.9', 2, 'memcache injection', 'there is no memcache'),
  notApplicable('V1.3.10', 2, 'Format strings', 'sentences are constants; input is never the pattern of a format'),
  byTest('V1.3.11', 2, 'Input adds nothing to an email but text'),
  byTest('V1.3.12', 3, 'No regular expression backtracks'),
  notApplicable('V1.4.1', 2, 'Memory is accessed safely', 'the language manages memory; no own native code'),
  byTest('V1.4.2', 2, 'Numbers stay within their range'),
  notApplicable('V1.4.3', 2, 'Memory is released safely', 'the language manages memory; no own native code'),
  byTest('V1.5.1', 1, 'XML is read without entities and document types'),
  byTest('V1.5.2', 2, 'Only plain data is deserialized, of known types'),

  byDocument('V2.1.1', 1, 'Rules for each input are documented', 'docs/specification.md'),
  byDocument('V2.1.2', 2, 'Rules for combined inputs are documented', `${design}#what-is-checked-and-where`),
  byTest('V2.1.3', 2, 'Limits are documented, for each account and in all'),
  byTest('V2.2.1', 1, 'Input is checked against what is expected'),
  byTest('V2.2.2', 1, 'Input is checked on the server'),
  byTest('V2.2.3', 2, 'Combinations of inputs are checked'),
  byTest('V2.3.1', 1, 'Steps are taken in their order'),
  byTest('V2.3.2', 2, 'Limits of the business are enforced'),
  byTest('V2.3.3', 2, 'What belongs together succeeds together or not at all'),
  byTest('V2.3.4', 2, 'What exists once is given once, also to concurrent requests'),
  byTest('V2.4.1', 2, 'Automated calls are limited'),
]

const web: Requirement[] = [
  byTest('V3.2.1', 1, 'Files and replies cannot run as pages of the site'),
  byTest('V3.2.2', 1, 'Text is put into pages as text'),
  byTest('V3.3.1', 1, 'Cookies are Secure and have a prefix'),
  byTest('V3.3.2', 2, 'Cookies are sent by the portal’s own pages only'),
  notMet(
    'V3.3.3',
    2,
    'Cookies have the prefix __Host-',
    'the staff’s has it; those of applicants have __Secure- and a narrow path instead: files and slips, or the login',
  ),
  byTest('V3.3.4', 2, 'Scripts cannot read cookies, and their values are nowhere else'),
  byTest('V3.4.1', 1, 'Browsers use HTTPS only, for a year and on subdomains'),
  byTest('V3.4.2', 1, 'No other origin can read replies'),
  byTest('V3.4.3', 2, 'Every reply has a content security policy'),
  byTest('V3.4.4', 2, 'Browsers do not guess types'),
  byTest('V3.4.5', 2, 'Addresses are not passed on as the referrer'),
  byTest('V3.4.6', 2, 'No other site can frame the portal'),
  byTest('V3.4.8', 3, 'Pages share no window with other origins'),
  byTest('V3.5.1', 1, 'Requests of other sites are told apart'),
  byTest('V3.5.2', 1, 'No simple request of another site reaches a call'),
  byTest('V3.5.3', 1, 'Requests that change something cannot come from a link of another site'),
  byDocument('V3.5.4', 2, 'The portal has a host name of its own', `docs/operations.md#production`),
  byTest('V3.5.5', 2, 'Messages of other windows are ignored'),
  byTest('V3.5.8', 3, 'Other sites cannot embed what the user may read'),
  byTest('V3.7.1', 2, 'Only supported technology of browsers is used'),
  byTest('V3.7.2', 2, 'Redirects lead to the portal only'),

  byTest('V4.1.1', 1, 'Replies name their type and character set, and requests are read as UTF-8'),
  byDocument('V4.1.2', 2, 'Only pages are redirected to HTTPS', 'docs/operations.md#production'),
  byTest('V4.1.3', 2, 'Headers of the proxy cannot be set by others'),
  byTest('V4.2.1', 2, 'The length of a request is unambiguous'),
  notApplicable('V4.3.1', 2, 'GraphQL queries are limited', 'there is no GraphQL'),
  notApplicable('V4.3.2', 2, 'GraphQL does not describe itself', 'there is no GraphQL'),
  notApplicable('V4.4.1', 1, 'WebSockets are encrypted', 'there are no WebSockets'),
  notApplicable('V4.4.2', 2, 'WebSockets check the origin', 'there are no WebSockets'),
  notApplicable('V4.4.3', 2, 'WebSockets have tokens', 'there are no WebSockets'),
  notApplicable('V4.4.4', 2, 'Tokens of WebSockets come from a session', 'there are no WebSockets'),

  byDocument('V5.1.1', 2, 'Types, sizes and treatment of files are documented', `${design}#files`),
  byTest('V5.2.1', 1, 'Files have a size that the server can handle'),
  byTest('V5.2.2', 1, 'Extension and content of a file fit'),
  byTest('V5.2.3', 2, 'Archives are measured before they are unpacked'),
  byTest('V5.2.4', 3, 'An account has a quota of files'),
  byTest('V5.2.6', 3, 'Images have a limited number of pixels'),
  byTest('V5.3.1', 1, 'Stored files are never executed'),
  byTest('V5.3.2', 1, 'Paths of files are not made of input'),
  byTest('V5.3.3', 3, 'Paths inside of archives are not used'),
  byTest('V5.4.1', 2, 'A download has a name that the server chose'),
  byTest('V5.4.2', 2, 'Names of downloads are encoded'),
  byTest('V5.4.3', 2, 'Files are scanned for viruses'),
]

const authentication: Requirement[] = [
  byDocument('V6.1.1', 1, 'Defence against guessing is documented', 'docs/decisions/0007-login-throttling.md'),
  byDocument('V6.1.2', 2, 'Words that passwords may not consist of are documented', `${design}#passwords`),
  byDocument('V6.1.3', 2, 'All ways to log in are documented', `${design}#ways-to-log-in`),
  byTest('V6.2.1', 1, 'Passwords have at least 8 characters'),
  byTest('V6.2.2', 1, 'Users can change their password'),
  byTest('V6.2.3', 1, 'A change needs the current password'),
  byTest('V6.2.4', 1, 'The most common passwords are refused'),
  byTest('V6.2.5', 1, 'Passwords may consist of any characters'),
  byTest('V6.2.6', 1, 'Passwords are masked'),
  byTest('V6.2.7', 1, 'Passwords can be pasted, and filled in by a password manager'),
  byTest('V6.2.8', 1, 'Passwords are compared as they were typed'),
  byTest('V6.2.9', 2, 'Passwords may have 64 characters and more'),
  byTest('V6.2.10', 2, 'Passwords do not expire'),
  byTest('V6.2.11', 2, 'Words of the institution are refused'),
  notMet(
    'V6.2.12',
    2,
    'Passwords that leaked elsewhere are refused',
    'the list has the most common ones only; asking a service would send it a part of every new password’s hash',
  ),
  byTest('V6.3.1', 1, 'Guessing is slowed down, and locks nobody out'),
  byTest('V6.3.2', 1, 'There are no default accounts'),
  notMet(
    'V6.3.3',
    2,
    'Logging in takes two factors',
    'staff need a code of an authenticator app or a passkey; applicants have one mailbox and often no second device, so guesses are bounded to 60 a day',
  ),
  byTest('V6.3.4', 2, 'All ways to log in are equally strong'),
  byTest('V6.3.7', 3, 'Users are told when their password was changed'),
  byTest('V6.3.8', 3, 'Replies do not tell whether an account exists'),
  notMet(
    'V6.4.1',
    1,
    'Initial passwords are random and soon expire',
    'random, and of no use after the first login, but an unused one does not expire: weeks may pass before that login',
  ),
  notApplicable('V6.4.2', 1, 'There are no hints and secret questions', 'there are none'),
  byTest('V6.4.3', 2, 'A forgotten password is reset safely'),
  notMet(
    'V6.4.4',
    2,
    'A lost factor is replaced after proof of identity',
    'staff use a recovery code, alone or with their mailbox, or get a link from an administrator, who checks who asks for it: the portal does not',
  ),
  byTest('V6.5.1', 2, 'Codes work once'),
  byTest('V6.5.2', 2, 'Codes are stored as hashes'),
  byTest('V6.5.3', 2, 'Codes are random'),
  byTest('V6.5.4', 2, 'Codes are long enough'),
  notMet(
    'V6.5.5',
    2,
    'Codes live for 10 minutes at most',
    'the link of a reset email lives for 30 minutes, because email is slow where applicants are; it works once',
  ),
  notApplicable('V6.6.1', 2, 'Codes by telephone are a last resort', 'no codes are sent by telephone'),
  byTest('V6.6.2', 2, 'A code belongs to the request that it was made for'),
  byTest('V6.6.3', 2, 'Codes cannot be guessed'),
  byTest('V6.7.2', 3, 'What a passkey signs is random, and good for one answer'),
  notApplicable('V6.8.1', 2, 'Users of different identity providers are told apart', noIdentityProvider),
  notApplicable('V6.8.2', 2, 'Signatures of assertions are checked', noIdentityProvider),
  notApplicable('V6.8.3', 2, 'SAML assertions are used once', noIdentityProvider),
  notApplicable('V6.8.4', 2, 'The strength of a foreign login is checked', noIdentityProvider),
]

const sessions: Requirement[] = [
  byDocument('V7.1.1', 2, 'Lifetimes of sessions are documented', `${design}#sessions`),
  byDocument('V7.1.2', 2, 'The number of sessions is documented', `${design}#sessions`),
  notApplicable('V7.1.3', 2, 'Federated sessions are documented', noIdentityProvider),
  byTest('V7.2.1', 1, 'Tokens are checked on the server'),
  byTest('V7.2.2', 1, 'Tokens are made for each session'),
  byTest('V7.2.3', 1, 'Tokens are random, of 128 bits or more'),
  byTest('V7.2.4', 1, 'Every authentication gets a new token and ends the one before'),
  byTest('V7.3.1', 2, 'Sessions end when they are not used'),
  byTest('V7.3.2', 2, 'Sessions end after a time'),
  byTest('V7.4.1', 1, 'An ended session is of no use'),
  byTest('V7.4.2', 1, 'Disabling an account ends its sessions'),
  byTest('V7.4.3', 2, 'A new password ends all other sessions'),
  byTest('V7.4.4', 2, 'Every page has a way to log out'),
  notMet(
    'V7.4.5',
    2,
    'Administrators can end sessions',
    'no command does it; a password reset by the account’s email ends all its sessions, and every session ends in 12 hours',
  ),
  byTest('V7.5.1', 2, 'A change of how one signs in, or of email or phone, needs another login'),
  notMet(
    'V7.5.2',
    2,
    'Users see their sessions, and end them after another login',
    'they see and end them without typing the password again: ending one gives access to nothing',
  ),
  notApplicable('V7.6.1', 2, 'Federated sessions end together', noIdentityProvider),
  notApplicable('V7.6.2', 2, 'Federated sessions start by a choice of the user', noIdentityProvider),

  byDocument('V8.1.1', 1, 'Rules of access are documented', `${design}#who-may-do-what`),
  byDocument('V8.1.2', 2, 'Rules of access to fields are documented', `${design}#who-may-do-what`),
  byTest('V8.2.1', 1, 'Calls are open to those who may use them'),
  byTest('V8.2.2', 1, 'Data is open to those who own it'),
  byTest('V8.2.3', 2, 'Fields are open to those who may read or set them'),
  byTest('V8.3.1', 1, 'Access is decided on the server'),
  notApplicable('V8.4.1', 2, 'Tenants are kept apart', 'one deployment serves one institution'),

  byTest('V9.1.1', 1, 'Signed tokens are not believed without their signature'),
  byTest('V9.1.2', 1, 'The algorithm of a signature is not taken from the token'),
  byTest('V9.1.3', 1, 'The key of a signature is not taken from the token'),
  byTest('V9.2.1', 1, 'Signed tokens expire'),
  byTest('V9.2.2', 2, 'A signed token is good for its own purpose'),
  notApplicable('V9.2.3', 2, 'Tokens name their service', 'the only reader of a token is the server that signed it'),
  notApplicable('V9.2.4', 2, 'One key, several audiences', 'the only reader of a token is the server that signed it'),
]

const oauth: Requirement[] = (
  [
    ['V10.1.1', 2, 'Tokens go only where they are needed'],
    ['V10.1.2', 2, 'Answers belong to a flow that the browser began'],
    ['V10.2.1', 2, 'The code flow is protected against forged requests'],
    ['V10.2.2', 2, 'Authorization servers are told apart'],
    ['V10.3.1', 2, 'Access tokens are for this service'],
    ['V10.3.2', 2, 'Claims take part in decisions'],
    ['V10.3.3', 2, 'Users are identified by lasting claims'],
    ['V10.3.4', 2, 'The strength of the login is checked'],
    ['V10.4.1', 1, 'Redirect addresses are registered'],
    ['V10.4.2', 1, 'Authorization codes work once'],
    ['V10.4.3', 1, 'Authorization codes live shortly'],
    ['V10.4.4', 1, 'Clients have the grants that they need'],
    ['V10.4.5', 1, 'Refresh tokens cannot be replayed'],
    ['V10.4.6', 2, 'Intercepted codes are of no use'],
    ['V10.4.7', 2, 'Registered clients are checked'],
    ['V10.4.8', 2, 'Refresh tokens expire'],
    ['V10.4.9', 2, 'Users can revoke tokens'],
    ['V10.4.10', 2, 'Confidential clients authenticate'],
    ['V10.4.11', 2, 'Clients have the scopes that they need'],
    ['V10.5.1', 2, 'ID tokens cannot be replayed'],
    ['V10.5.2', 2, 'Users are identified by their subject'],
    ['V10.5.3', 2, 'The issuer is the configured one'],
    ['V10.5.4', 2, 'ID tokens are for this client'],
    ['V10.5.5', 2, 'Back-channel logout is checked'],
    ['V10.6.1', 2, 'Response modes are limited'],
    ['V10.6.2', 2, 'Nobody is logged out by force'],
    ['V10.7.1', 2, 'Users consent to each authorization'],
    ['V10.7.2', 2, 'Consent is informed'],
    ['V10.7.3', 2, 'Consent can be withdrawn'],
  ] as const
).map(([id, level, summary]) => notApplicable(id, level, summary, noOauth))

const cryptography: Requirement[] = [
  byDocument('V11.1.1', 2, 'The life of keys is documented', `${design}#keys-and-algorithms`),
  byTest('V11.1.2', 2, 'There is an inventory of keys and algorithms'),
  byTest('V11.2.1', 2, 'Implementations are validated ones'),
  byTest('V11.2.2', 2, 'Keys and algorithms can be replaced'),
  byTest('V11.2.3', 2, 'Everything has 128 bits of security or more'),
  byTest('V11.3.1', 1, 'No insecure modes of encryption'),
  byTest('V11.3.2', 1, 'Approved ciphers only'),
  byTest('V11.3.3', 2, 'Encrypted data cannot be changed unnoticed'),
  byTest('V11.4.1', 1, 'Approved hash functions only'),
  byTest('V11.4.2', 2, 'Passwords are hashed slowly'),
  byTest('V11.4.3', 2, 'Hashes are long enough'),
  notApplicable('V11.4.4', 2, 'Keys are derived from passwords slowly', 'no key is derived from a password'),
  byTest('V11.5.1', 2, 'What nobody may guess is random, of 128 bits'),
  notApplicable(
    'V11.6.1',
    2,
    'Public keys are made safely',
    'the portal has no public keys of its own but the proxy’s TLS',
  ),

  byDocument('V12.1.1', 1, 'TLS 1.2 and 1.3 only', 'docs/operations.md#production'),
  byDocument('V12.1.2', 2, 'Recommended ciphers only', 'docs/operations.md#production'),
  notApplicable('V12.1.3', 2, 'Certificates of clients are checked', 'nobody logs in with a certificate'),
  byTest('V12.2.1', 1, 'Connections of users and to providers are encrypted'),
  byDocument('V12.2.2', 1, 'Certificates are publicly trusted', 'docs/operations.md#production'),
  notMet(
    'V12.3.1',
    2,
    'All connections are encrypted',
    'clamd has no encryption, and the TLS of DATABASE_URL is the operator’s setting; both belong into a private network',
  ),
  byTest('V12.3.2', 2, 'Certificates of others are checked'),
  notApplicable('V12.3.3', 2, 'Internal HTTP is encrypted', noTlsInside),
  notApplicable('V12.3.4', 2, 'Internal certificates are trusted', noTlsInside),

  byDocument('V13.1.1', 2, 'Connections to other systems are documented', `${design}#connections-to-other-systems`),
  notMet(
    'V13.2.1',
    2,
    'Backends are told apart by changing credentials',
    'Remita and the NIN services know unchanging keys only; the demo’s own database asks for no password',
  ),
  byTest('V13.2.2', 2, 'Backends are used with the fewest rights'),
  byTest('V13.2.3', 2, 'No default credentials'),
  byTest('V13.2.4', 2, 'The application calls listed systems only'),
  byTest('V13.2.5', 2, 'The server calls listed systems only'),
  byTest('V13.3.1', 2, 'Secrets come from a secret store, and are not in the code'),
  byTest('V13.3.2', 2, 'Secrets are readable for those who need them'),
  byTest('V13.4.1', 1, 'No files of the source repository are served'),
  byTest('V13.4.2', 2, 'No debug mode in production'),
  byTest('V13.4.3', 2, 'Directories are not listed'),
  byTest('V13.4.4', 2, 'TRACE is refused'),
  byTest('V13.4.5', 2, 'Documentation and metrics are not public'),
]

const data: Requirement[] = [
  byDocument('V14.1.1', 2, 'Sensitive data is classified', `${design}#sensitive-data`),
  byDocument('V14.1.2', 2, 'Protection of each class is documented', `${design}#sensitive-data`),
  notMet(
    'V14.2.1',
    1,
    'Addresses hold nothing sensitive',
    'the specification puts the NIN into a path and the reset code into a link; no log of ours has either',
  ),
  byTest('V14.2.2', 2, 'Nothing sensitive stays in caches between'),
  notMet(
    'V14.2.3',
    2,
    'Nothing sensitive goes to untrusted parties',
    'Remita’s script runs on the payment page, as its integration requires; every other page refuses foreign scripts',
  ),
  byTest('V14.2.4', 2, 'Sensitive data is protected as documented'),
  byTest('V14.2.6', 3, 'No more sensitive data is returned than needed'),
  byTest('V14.2.8', 3, 'Metadata of images is removed'),
  byTest('V14.3.1', 1, 'Logging out clears the browser'),
  byTest('V14.3.2', 2, 'Browsers do not cache replies'),
  notMet(
    'V14.3.3',
    2,
    'Browsers store nothing sensitive but tokens',
    'the specification stores the user, with birth date and phone, and the draft; neither has a NIN or photo',
  ),

  byDocument('V15.1.1', 1, 'Times to update dependencies are documented', `${design}#packages-of-others`),
  byTest('V15.1.2', 2, 'There is a list of all packages'),
  byTest('V15.1.3', 2, 'Expensive work and its limits are documented'),
  notMet(
    'V15.2.1',
    1,
    'Packages are up to date',
    'nothing here asks a database of vulnerabilities; operators scan dist/sbom.json, as docs/operations.md says',
  ),
  byTest('V15.2.2', 2, 'Expensive work is limited'),
  byTest('V15.2.3', 2, 'Production has neither test code nor the demo'),
  byTest('V15.3.1', 1, 'Replies have the listed fields only'),
  byTest('V15.3.2', 2, 'Redirects of others are not followed'),
  byTest('V15.3.3', 2, 'Fields that are not meant to be set are not set'),
  byTest('V15.3.4', 2, 'The address of a user cannot be made up'),
  byTest('V15.3.5', 2, 'Values have the type that the code expects'),
  byTest('V15.3.6', 2, 'Prototypes cannot be changed by input'),
  byTest('V15.3.7', 2, 'Repeated parameters are refused'),

  byDocument('V16.1.1', 2, 'What is logged is documented', `${design}#what-is-logged`),
  byTest('V16.2.1', 2, 'Events say who, what, when and from where'),
  byTest('V16.2.2', 2, 'Times are in UTC'),
  byDocument('V16.2.3', 2, 'Logs go to the documented places only', `${design}#what-is-logged`),
  byTest('V16.2.4', 2, 'Logs are in one format that programs read'),
  byTest('V16.2.5', 2, 'Logs hold nothing sensitive'),
  byTest('V16.3.1', 2, 'Logins and refused logins are logged'),
  byTest('V16.3.2', 2, 'Refused authorizations are logged'),
  byTest('V16.3.3', 2, 'Limits that are hit are logged'),
  byTest('V16.3.4', 2, 'Unexpected errors are logged'),
  byTest('V16.4.1', 2, 'Input adds no lines to logs'),
  byTest('V16.4.2', 2, 'The audit log cannot be changed'),
  byDocument('V16.4.3', 2, 'Logs are kept on another system', `${design}#what-is-logged`),
  byTest('V16.5.1', 2, 'Errors show nothing internal'),
  byTest('V16.5.2', 2, 'The portal works on while another system is away'),
  byTest('V16.5.3', 2, 'A failed check is no success'),
  byTest('V16.5.4', 3, 'Unexpected errors end in a last handler'),
]

const media: Requirement[] = (
  [
    ['V17.1.1', 'TURN servers relay to public addresses only'],
    ['V17.2.1', 'Keys of DTLS are protected'],
    ['V17.2.2', 'DTLS uses approved ciphers'],
    ['V17.2.3', 'Media packets are authenticated'],
    ['V17.2.4', 'Malformed media packets are survived'],
    ['V17.3.1', 'Floods of signals are survived'],
    ['V17.3.2', 'Malformed signals are survived'],
  ] as const
).map(([id, summary]) => notApplicable(id, 2, summary, noMedia))

export const requirements: readonly Requirement[] = [
  ...validation,
  ...web,
  ...authentication,
  ...sessions,
  ...oauth,
  ...cryptography,
  ...data,
  ...media,
]
