package main

import (
	"context"
	"net"
	"os"
	"path/filepath"

	"google.golang.org/grpc"

	"github.com/operator-framework/operator-registry/alpha/action"
	"github.com/operator-framework/operator-registry/alpha/declcfg"
	"github.com/operator-framework/operator-registry/alpha/template"
	"github.com/operator-framework/operator-registry/pkg/api"
	"github.com/operator-framework/operator-registry/pkg/cache"
	"github.com/operator-framework/operator-registry/pkg/server"
	health "google.golang.org/grpc/health/grpc_health_v1"
)

// serveCatalog makes a catalog of a template, whatever image it names for the bundle, and serves it on loopback.
func serveCatalog(ctx context.Context, bundle, from, folder string) (string, error) {
	configs := filepath.Join(folder, "configs")
	if err := renderCatalog(ctx, bundle, from, configs); err != nil {
		return "", err
	}
	store, err := cache.New(filepath.Join(folder, "cache"))
	if err != nil {
		return "", err
	}
	if err := cache.LoadOrRebuild(ctx, store, os.DirFS(configs)); err != nil {
		return "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	served := grpc.NewServer()
	api.RegisterRegistryServer(served, server.NewRegistryServer(store))
	health.RegisterHealthServer(served, server.NewHealthServer())
	go func() { _ = served.Serve(listener) }()
	return listener.Addr().String(), nil
}

func renderCatalog(ctx context.Context, bundle, from, into string) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	ofFolder := func(ctx context.Context, _ string) (*declcfg.DeclarativeConfig, error) {
		return action.Render{Refs: []string{bundle}, AllowedRefMask: action.RefBundleDir}.Run(ctx)
	}
	basic, reader, err := template.NewRegistry().CreateTemplateBySchema(file, ofFolder)
	if err != nil {
		return err
	}
	rendered, err := basic.Render(ctx, reader)
	if err != nil {
		return err
	}
	if _, err := declcfg.ConvertToModel(*rendered); err != nil {
		return err
	}
	return declcfg.WriteFS(*rendered, into, declcfg.WriteJSON, ".json")
}
