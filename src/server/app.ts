// Puts the server together: createApp() makes a server that serves everything, and never listens itself.
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { readOpenApi } from '../contract/openapi.ts';
import { serveAccount } from './auth/account.routes.ts';
import { createAuth } from './auth/auth.ts';
import { serveAuth } from './auth/auth.routes.ts';
import { createInvitations } from './auth/invitations.ts';
import { forgetOldLinks } from './auth/links.ts';
import { createOidc } from './auth/oidc.ts';
import { serveOidc } from './auth/oidc.routes.ts';
import { readSecret } from './auth/secret.ts';
import { startDailyBackups } from './backups.ts';
import type { Clock } from './clock.ts';
import { type CommandEnvironment, forgetOldAnswers } from './command.ts';
import { registerCompression } from './compression.ts';
import type { Config } from './config.ts';
import { endConnectionsAtStop } from './connections.ts';
import type { Database } from './db/engine.ts';
import { serveEvents } from './events/events.routes.ts';
import { refuseAddress, registerFailures } from './failures.ts';
import { serveFines } from './fines/fines.routes.ts';
import { createBus } from './live/bus.ts';
import { serveLiveFeed } from './live/live.routes.ts';
import { serveOverview } from './overview/overview.routes.ts';
import { registerPages } from './pages.ts';
import { registerSecurityHeaders } from './security.ts';
import { serveOperations, type Server } from './serve.ts';
import { serveSettings } from './settings/settings.routes.ts';
import { serveUsers } from './users/users.routes.ts';

export interface AppParts {
  /** migrated */
  db: Database;
  clock: Clock;
  config: Config;
}

export interface App {
  server: FastifyInstance;
  /** The administrator's e-mail and password, when the account was made just now with a generated password. */
  firstSignIn: { email: string; password: string } | null;
}

/** 500 users with long imported ids, twice, fit; nothing legitimate is larger. */
const BODY_LIMIT = 512 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const HOUSEKEEPING_MS = 60 * 60 * 1000;

/** Closing the server ends its live streams and timers; the database is the caller's to close afterwards. */
export async function createApp({ db, clock, config }: AppParts): Promise<App> {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === 'nearest' ? (_address, hop) => hop === 0 : config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A lone number in an id or a name must stay text, and an extra key is refused or dropped by the schema, not here.
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: refuseAddress,
  });
  endConnectionsAtStop(app);
  logRequests(app);
  registerFailures(app);
  registerSecurityHeaders(app, config.baseUrl);
  await registerCompression(app);
  await app.register(swagger, {
    openapi: { info: { title: 'Jurmana', description: 'Fines of an organisation.', version: '0.1.0' } },
    transform: jsonSchemaTransform,
    // Pages and the health check carry no tag; the document describes the operations.
    hideUntagged: true,
  });

  const secret = await readSecret(config, db);
  const auth = createAuth({ db, config, clock, secret, log: app.log });
  const bus = createBus({ db, log: app.log, onNotice: (notice) => auth.heard(notice) });
  const environment: CommandEnvironment = { db, clock, timeZone: config.timeZone, committed: () => bus.wake() };
  const server = serveOperations(app, {
    environment,
    baseUrl: config.baseUrl,
    recognise: auth.recognise,
  });
  const oidc = config.oidc === null ? null : createOidc({ config, provider: config.oidc, clock, secret, log: app.log });
  serveOidc(server, { oidc, auth, db, clock, log: app.log });
  const onMissingSetting = (id: string) => app.log.error({ settingId: id }, 'an app rule is missing: taken as off');
  const { administratorEmail, baseUrl } = config;
  const invitations = createInvitations({ environment, auth, administratorEmail, log: app.log });
  serveAuth(server, {
    auth,
    invitations,
    clock,
    timeZone: config.timeZone,
    provider: oidc?.label ?? null,
    livePosition: () => bus.position(),
  });
  serveAccount(server, { db, clock, auth });
  serveUsers(server, { db, clock, administratorEmail, baseUrl });
  serveFines(server, db, onMissingSetting);
  serveEvents(server);
  serveSettings(server, db);
  serveOverview(server, onMissingSetting);
  serveLiveFeed(server, { app, bus, auth });
  serveOpenApi(app, server);
  serveHealth(app, db);
  await registerPages(app, config.webRoot);

  keepHouse(app, db, clock);
  keepBackups(app, db, clock, config);
  await bus.start();
  app.addHook('onClose', () => bus.stop());
  const firstSignIn = await auth.ensureAdministrator();
  return { server: app, firstSignIn };
}

/** One line for each request that changes something or fails; reads only at level debug. No headers, no bodies. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      who: request.visitor?.role ?? null,
      user: request.visitor?.userId ?? null,
      address: request.ip,
    };
    if (request.method === 'GET' && reply.statusCode < 400) request.log.debug(entry, 'request');
    else request.log.info(entry, 'request');
  });
}

function serveOpenApi(app: FastifyInstance, server: Server): void {
  let document: unknown = null;
  app.addHook('onReady', async () => {
    document = app.swagger();
  });
  server.read(readOpenApi, async () => document);
}

/** Answers 200 once requests can be served, 503 while the database is away. */
function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async () => {
    await sql`select 1`.execute(db.read);
    return { status: 'ok' };
  });
}

function keepHouse(app: FastifyInstance, db: Database, clock: Clock): void {
  const timer = setInterval(() => {
    Promise.all([forgetOldAnswers(db, clock.now()), forgetOldLinks(db, clock.now())]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'housekeeping failed'),
    );
  }, HOUSEKEEPING_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Once the server listens: a backup must not hold up the start. */
function keepBackups(app: FastifyInstance, db: Database, clock: Clock, config: Config): void {
  const { backups: wanted } = config;
  if (wanted === null) return;
  let stop = async (): Promise<void> => {};
  app.addHook('onListen', async () => {
    stop = startDailyBackups({ db, clock, config, wanted, log: app.log });
  });
  app.addHook('onClose', () => stop());
}
