# Builds an image from a clone, on a base image of your choice. The base image needs glibc and libstdc++.
#   docker build --tag tipstaff .
#   docker build --build-arg BASE=ubuntu:24.04 --tag tipstaff .
# To build the release image, which has no shell, run "npm run release -- image". This does not require Docker.
ARG BASE=debian:12-slim

FROM node:24-slim AS node

FROM golang:1.26.8 AS files
COPY --from=node /usr/local /usr/local
WORKDIR /build
COPY . .
RUN npm run release -- --allow-dirty archive
RUN mkdir -p files/usr \
  && tar --extract --file release/tipstaff-*-linux-$(node -p process.arch).tar.gz --directory files/usr \
  && install --directory --owner=10001 --group=10001 --mode=0700 files/var/lib/tipstaff

FROM ${BASE}
COPY --from=files /build/files /
ENV TIPSTAFF_HOST=0.0.0.0 TIPSTAFF_DATA_DIR=/var/lib/tipstaff
USER 10001:10001
WORKDIR /
VOLUME /var/lib/tipstaff
EXPOSE 8080
HEALTHCHECK --interval=20s --timeout=5s --start-period=20s CMD ["tipstaff", "ping"]
CMD ["tipstaff", "serve"]
