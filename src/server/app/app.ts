// Assembles the server. createApp() registers everything and does not listen.
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import packageFile from '../../../package.json' with { type: 'json' };
import { readOpenApi } from '../../contract/openapi.ts';
import { serveAccount } from '../areas/sign-in/account.routes.ts';
import { createAuth } from '../auth/auth.ts';
import { createOwnerCheck } from '../auth/passwords/own-password.ts';
import { createPasskeys } from '../auth/passkeys/passkeys.ts';
import { createChangeOwn, createCurrentAccess } from '../auth/current-access.ts';
import { servePasskeys } from '../areas/sign-in/passkeys.routes.ts';
import { serveAuth } from '../areas/sign-in/auth.routes.ts';
import { createInvitations } from '../auth/links/invitations.ts';
import { deleteOldLinks } from '../auth/links/links.ts';
import { createOidc } from '../auth/oidc/oidc.ts';
import { createPasswords, type Passwords } from '../auth/passwords/passwords.ts';
import { serveOidc } from '../areas/sign-in/oidc.routes.ts';
import { readInstanceName, readSecret } from '../auth/secret.ts';
import { startDailyBackups } from './backups.ts';
import { type Clock, todayAt } from '../base/clock.ts';
import { type CommandEnvironment, deleteExpiredAnswers, type Mailing } from '../ledger/command.ts';
import { registerCompression } from '../http/compression.ts';
import type { Config } from '../config/config.ts';
import { closeConnectionsOnShutdown } from '../http/connections.ts';
import type { Database } from '../db/types.ts';
import { serveEvents } from '../areas/events/events.routes.ts';
import { registerFailures, rejectMalformedUrl } from '../http/failures.ts';
import { serveFinder } from '../areas/finder/finder.routes.ts';
import { serveFineTypes } from '../areas/settings/fine-types.routes.ts';
import { serveGroups } from '../areas/settings/groups.routes.ts';
import { serveFines } from '../areas/fines/fines.routes.ts';
import { serveHistory } from '../areas/history/history.routes.ts';
import { deleteOldMails } from '../mail/mails.repository.ts';
import { serveMails } from '../areas/messages/mail.routes.ts';
import { pushCourier } from '../mail/push/push-courier.ts';
import { servePush } from '../areas/messages/push.routes.ts';
import { startSender } from '../mail/sender.ts';
import { logLines } from './log-lines.ts';
import { createJournalTail } from '../live/journal-tail.ts';
import { serveLiveFeed } from '../areas/live/live.routes.ts';
import { createVersionIds } from '../live/versions.ts';
import { serveOrganisation } from '../areas/settings/organisation.routes.ts';
import { serveCash } from '../areas/cash/cash.routes.ts';
import { serveDebtors } from '../areas/payments/debtors.routes.ts';
import { servePayments } from '../areas/payments/payments.routes.ts';
import { serveStatements } from '../areas/statements/statement.routes.ts';
import { serveRefunds } from '../areas/refunds/refunds.routes.ts';
import { serveWaivers } from '../areas/waivers/waivers.routes.ts';
import { createApiKeys } from '../auth/api-keys.ts';
import { serveApiKeys } from '../areas/api-keys/api-keys.routes.ts';
import { serveOverview } from '../areas/overview/overview.routes.ts';
import { serveOwn } from '../areas/own/own.routes.ts';
import { registerPages } from '../http/pages.ts';
import { registerSecurityHeaders } from '../http/security.ts';
import { signatures } from '../http/openapi.ts';
import { serveOperations } from '../http/serve.ts';
import { readNames } from '../shared/people.ts';
import { remindingBy } from '../areas/reminders/plan.service.ts';
import { startReminding } from '../areas/reminders/reminding.ts';
import { serveReminders } from '../areas/reminders/reminders.routes.ts';
import { serveRequests } from '../areas/requests/requests.routes.ts';
import { serveReports } from '../areas/reports/reports.routes.ts';
import { serveRules } from '../areas/settings/rules.routes.ts';
import { serveUsers } from '../areas/users/users.routes.ts';
import { deleteOldPictures } from '../shared/pictures/kept-pictures.ts';

interface AppParts {
  /** migrated */
  db: Database;
  clock: Clock;
  config: Config;
  /** tests use another cost */
  passwords?: Passwords;
}

export interface App {
  server: FastifyInstance;
  /** The administrator's e-mail and generated password, if this start created the account with one. */
  firstSignIn: { email: string; password: string } | null;
}

/** Time limits for receiving a request's headers, and the whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Per process. Bodies are limited to what their operation needs, and large ones are received one at a time. */
const MAX_CONNECTIONS = 10_000;
const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;

/** Closing the app ends its live streams and timers; the caller closes the database afterwards. */
export async function createApp({ db, clock, config, passwords = createPasswords() }: AppParts): Promise<App> {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      stream: logLines,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === 'nearest' ? (_address, hop) => hop === 0 : config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5000 },
    // Ids and names that look like numbers must stay text, and the schema decides about extra keys, not the router.
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: rejectMalformedUrl,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  closeConnectionsOnShutdown(app);
  logRequests(app);
  const namesOf = readNames(config.administratorEmail);
  registerFailures(app, () => namesOf(db.read));
  registerSecurityHeaders(app, config.baseUrl);
  await registerCompression(app);
  const secret = await readSecret(config, db);
  const instance = await readInstanceName(db);
  const onMissingRule = (id: string) => app.log.error({ ruleId: id }, 'an app rule is missing: taken as off');
  const auth = createAuth({ db, config, clock, passwords, secret, instance, log: app.log, onMissingRule });
  await app.register(swagger, {
    openapi: {
      info: { title: 'Jurmana', description: 'Fines of an organisation.', version: packageFile.version },
      components: { securitySchemes: signatures(auth.cookieName) },
    },
    transform: jsonSchemaTransform,
    // Pages and the health check have no tag and are left out: the document describes operations only.
    hideUntagged: true,
  });
  const { timeZone } = config;
  const tail = createJournalTail({ db, clock, timeZone, log: app.log, onNotice: (notice) => auth.onNotice(notice) });
  const ids = createVersionIds(secret);
  const domain = config.mail === null ? null : domainOf(config.mail.from.address);
  const mailing: Mailing = { domain, devices: config.pushHosts.length > 0, link: config.baseUrl };
  const environment: CommandEnvironment = { db, clock, timeZone, mail: mailing, onCommit: () => tail.wake() };
  const currentAccess = createCurrentAccess(clock, config.administratorEmail);
  const server = serveOperations(app, {
    environment,
    currentAccess,
    readNames: namesOf,
    baseUrl: config.baseUrl,
    authenticate: auth.authenticate,
    apiKeys: createApiKeys(db, clock, config.timeZone),
    version: tail.version,
    idFor: ids.idFor,
  });
  const oidc =
    config.oidc === null ? null : createOidc({ config, provider: config.oidc, clock, secret, instance, log: app.log });
  serveOidc(server, { oidc, auth, db, clock, log: app.log });
  const { administratorEmail, baseUrl } = config;
  const invitations = createInvitations({ environment, auth, administratorEmail, log: app.log });
  const { answerSignIn } = serveAuth(server, {
    db,
    auth,
    invitations,
    clock,
    timeZone: config.timeZone,
    administratorEmail: config.administratorEmail,
    provider: oidc?.label ?? null,
    idFor: ids.idFor,
  });
  const checkOwner = createOwnerCheck(db, auth);
  const changeOwn = createChangeOwn(db, currentAccess);
  serveAccount(server, { db, clock, auth, checkOwner, changeOwn, onMissingRule });
  const secure = baseUrl?.startsWith('https:') === true;
  const passkeys = createPasskeys({ db, clock, secret, secure, instance, onMissingRule, changeOwn });
  servePasskeys(server, { db, auth, passkeys, checkOwner, answerSignIn });
  serveUsers(server, { db, clock, timeZone: config.timeZone, administratorEmail, baseUrl });
  serveFines(server, environment, onMissingRule, config.finePictureDays);
  serveFineTypes(server, db);
  serveGroups(server, db);
  servePayments(server, environment);
  serveDebtors(server, db);
  serveWaivers(server, db, onMissingRule);
  serveRefunds(server, db);
  serveReminders(server, environment);
  serveRequests(server, environment, onMissingRule);
  serveCash(server, db, administratorEmail);
  serveStatements(server, environment);
  serveOwn(server, environment);
  serveHistory(server, environment);
  serveReports(server, db);
  serveEvents(server, db);
  serveRules(server, environment);
  serveOrganisation(server, db);
  serveApiKeys(server, db);
  serveOverview(server, environment, onMissingRule);
  const reminding = remindingBy(mailing);
  serveMails(server, { db, clock, config: config.mail, mailing, timeZone: config.timeZone, reminding, changeOwn });
  servePush(server, { db, clock, hosts: config.pushHosts, changeOwn });
  serveFinder(server);
  serveLiveFeed(server, { app, tail, ids, auth });
  // Made on the first request, because it takes a fifth of the start time and most servers are never asked for it.
  server.query(readOpenApi, async () => app.swagger());
  serveHealth(app, db);
  await registerPages(app, config.webRoot);

  scheduleCleanup(app, environment, config.finePictureDays);
  scheduleDailyBackups(app, db, clock, config);
  scheduleReminders(app, environment);
  scheduleMessages(app, { db, clock, config, mailing });
  await tail.start();
  app.addHook('onClose', () => tail.stop());
  const firstSignIn = await auth.ensureAdministrator();
  return { server: app, firstSignIn };
}

/** Logs one line for each request that writes or fails; reads only at level debug. Never headers or bodies. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      who: request.principal?.access ?? null,
      user: request.principal?.userId ?? null,
      address: request.ip,
    };
    if (request.method === 'GET' && reply.statusCode < 400) request.log.debug(entry, 'request');
    else request.log.info(entry, 'request');
  });
}

/** Answers 200 and the version when requests can be served, 503 while the database is unavailable. */
function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async () => {
    await sql`select 1`.execute(db.read);
    return { status: 'ok', version: packageFile.version };
  });
}

function scheduleCleanup(
  app: FastifyInstance,
  { db, clock, timeZone }: CommandEnvironment,
  finePictureDays: number,
): void {
  const timer = setInterval(() => {
    const now = clock.now();
    Promise.all([
      deleteExpiredAnswers(db, now),
      deleteOldLinks(db, now),
      deleteOldPictures(db, { today: todayAt(now, timeZone), timeZone, ofFinesDays: finePictureDays }),
      deleteOldMails(db, now),
    ]).catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping failed'));
  }, CLEANUP_INTERVAL_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Starts once the server listens, so that a backup cannot delay the start. */
function scheduleDailyBackups(app: FastifyInstance, db: Database, clock: Clock, config: Config): void {
  const { backups: settings } = config;
  if (settings === null) return;
  let stop = async (): Promise<void> => {};
  app.addHook('onListen', async () => {
    stop = startDailyBackups({ db, clock, config, settings, log: app.log });
  });
  app.addHook('onClose', () => stop());
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Starts once the server listens. */
function scheduleReminders(app: FastifyInstance, environment: CommandEnvironment): void {
  let stop = async (): Promise<void> => {};
  app.addHook('onListen', async () => {
    stop = startReminding(environment, app.log);
  });
  app.addHook('onClose', () => stop());
}

/**
 * Starts once the server listens. The code that talks to the mail server is loaded only if there is one, and the code
 * that encrypts notifications only with the first notification.
 */
function scheduleMessages(
  app: FastifyInstance,
  { db, clock, config, mailing }: { db: Database; clock: Clock; config: Config; mailing: Mailing },
): void {
  const parts = { db, clock, timeZone: config.timeZone, log: app.log, reminding: remindingBy(mailing) };
  const stops: (() => Promise<void>)[] = [];
  app.addHook('onListen', async () => {
    const { mail, pushHosts: hosts } = config;
    if (hosts.length > 0) {
      stops.push(startSender(parts, pushCourier(parts, { mailing, hosts, subject: contactOf(config) })));
    }
    if (mail === null) return;
    const { smtpCourier } = await import('../mail/smtp-courier.ts');
    stops.push(startSender(parts, smtpCourier(parts, { config: mail, mailing })));
  });
  app.addHook('onClose', async () => void (await Promise.all(stops.map((stop) => stop()))));
}

/** The contact that push services may turn to. */
const contactOf = ({ baseUrl, administratorEmail }: Config): string =>
  baseUrl?.startsWith('https:') === true ? baseUrl : `mailto:${administratorEmail}`;
