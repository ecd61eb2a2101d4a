FROM golang:1.26.8 AS policy-engine
WORKDIR /build
COPY policy-engine .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /policy-engine ./cmd/native

FROM node:24-slim AS server
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY bin bin
COPY scripts scripts
COPY src src
RUN node scripts/bundle.js

FROM node:24-slim AS console
WORKDIR /build
COPY scripts/packages.js scripts/console.js scripts/build-console.js scripts/bundled-packages.js scripts/
COPY console console
RUN node scripts/build-console.js

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production TIPSTAFF_HOST=0.0.0.0 TIPSTAFF_DATA_DIR=/data \
  TIPSTAFF_POLICY_ENGINE=/usr/local/bin/tipstaff-policy-engine
COPY package.json package-lock.json .npmrc LICENSE NOTICE ./
# The optional packages bring Node.js 24, which the image has.
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY bin bin
RUN ln -s /app/bin/tipstaff.js /usr/local/bin/tipstaff
COPY src src
COPY --from=server /build/dist dist
COPY --from=console /build/console/dist console/dist
COPY policy-engine/dist policy-engine/dist
COPY --from=policy-engine /policy-engine /usr/local/bin/tipstaff-policy-engine
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=20s --timeout=5s --start-period=20s CMD ["node", "bin/tipstaff.js", "ping"]
CMD ["node", "--max-semi-space-size=8", "bin/tipstaff.js", "serve"]
